%% See commstime.scm. A communication is a message and its acknowledgement.
-module(commstime).
-export([main/0]).

-define(ROUNDS, 50000).

out(To, N) ->
    To ! {self(), N},
    receive taken -> ok end.

in() ->
    receive
        {From, N} when is_pid(From) ->
            From ! taken,
            N
    end.

prefix(To) ->
    out(To, 0),
    prefix_loop(To).

prefix_loop(To) ->
    out(To, in()),
    prefix_loop(To).

delta(To, Other) ->
    N = in(),
    out(To, N),
    out(Other, N),
    delta(To, Other).

successor(To) ->
    out(To, in() + 1),
    successor(To).

consume(Count) ->
    N = in(),
    if
        Count =:= 1 -> N;
        true -> consume(Count - 1)
    end.

main() ->
    Me = self(),
    spawn(fun() ->
        Prefix = self(),
        Successor = spawn(fun() -> successor(Prefix) end),
        Delta = spawn(fun() -> delta(Successor, Me) end),
        prefix(Delta)
    end),
    consume(1000),
    measure:measure_times(2, commstime, 4 * ?ROUNDS,
                          fun(N) -> (N + 1) rem 1000 end,
                          fun() -> consume(?ROUNDS) end),
    halt().
