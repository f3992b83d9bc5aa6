%% The same pairs in Erlang.
-module(pairs).
-export([main/1]).

-define(WINDOW, 1000).

pong() -> receive {From, ping, N} -> From ! {pong, N}, pong(); stop -> ok end.

ping(Main, There, Sent, Got, Count) ->
    receive
        {pong, _} when Sent < Count ->
            There ! {self(), ping, Sent + 1},
            ping(Main, There, Sent + 1, Got + 1, Count);
        {pong, _} when Got + 1 =:= Count -> Main ! done, There ! stop;
        {pong, _} -> ping(Main, There, Sent, Got + 1, Count)
    end.

start(Main, Count) ->
    There = spawn(fun pong/0),
    spawn(fun() ->
        [There ! {self(), ping, 0} || _ <- lists:seq(1, ?WINDOW)],
        ping(Main, There, ?WINDOW, 0, Count)
    end).

main([Pairs, Messages]) ->
    P = list_to_integer(Pairs),
    Count = list_to_integer(Messages) div (2 * P),
    Main = self(),
    Begin = erlang:monotonic_time(microsecond),
    [start(Main, Count) || _ <- lists:seq(1, P)],
    [receive done -> ok end || _ <- lists:seq(1, P)],
    Time = erlang:monotonic_time(microsecond) - Begin,
    io:format("~.2f~n", [2 * Count * P / Time]),
    halt().
