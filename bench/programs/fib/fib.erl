%% See fib.scm.
-module(fib).
-export([main/0]).

fib(N) when N < 2 -> N;
fib(N) -> fib(N - 1) + fib(N - 2).

main() ->
    measure:measure_times(3, fib, 1, fun measure:same/1, fun() -> fib(34) end),
    halt().
