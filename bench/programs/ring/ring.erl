%% See ring.scm.
-module(ring).
-export([main/0]).

-define(SIZE, 250000).

station(Next) ->
    receive
        0 -> Next ! 0;
        Number ->
            Next ! Number - 1,
            station(Next)
    end.

make_ring(1, Next) -> Next;
make_ring(Count, Next) ->
    make_ring(Count - 1, spawn(fun() -> station(Next) end)).

keep_on(First) ->
    receive
        0 -> done;
        Number ->
            First ! Number - 1,
            keep_on(First)
    end.

ring(K) ->
    First = make_ring(?SIZE, self()),
    First ! K,
    keep_on(First).

main() ->
    measure:measure_times(2, 'ring-0', ?SIZE, fun measure:same/1,
                          fun() -> ring(0) end),
    measure:measure_times(2, 'ring-1000000', ?SIZE, fun measure:same/1,
                          fun() -> ring(1000000) end),
    halt().
