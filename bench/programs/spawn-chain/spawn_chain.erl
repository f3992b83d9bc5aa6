%% See spawn-chain.scm.
-module(spawn_chain).
-export([main/0]).

-define(PROCESSES, 300000).

chain(0, First) -> First ! done;
chain(Count, First) -> spawn(fun() -> chain(Count - 1, First) end).

main() ->
    measure:measure_times(3, spawn, ?PROCESSES, fun measure:same/1,
                          fun() ->
                              chain(?PROCESSES, self()),
                              receive Message -> Message end
                          end),
    halt().
