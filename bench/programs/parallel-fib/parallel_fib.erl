%% See parallel-fib.scm.
-module(parallel_fib).
-export([main/0]).

fib(N) when N < 2 -> N;
fib(N) -> fib(N - 1) + fib(N - 2).

fib_beside(N, 0) -> fib(N);
fib_beside(N, Depth) ->
    Me = self(),
    Start = fun(M) -> spawn(fun() -> Me ! fib_beside(M, Depth - 1) end) end,
    Start(N - 1),
    Start(N - 2),
    receive
        One -> receive Other -> One + Other end
    end.

main() ->
    measure:measure_times(3, 'parallel-fib', 1, fun measure:same/1,
                          fun() -> fib_beside(36, 10) end),
    halt().
