%% See ping-pong.scm.
-module(ping_pong).
-export([main/0]).

-define(TRIPS, 50000).

echo(To) ->
    receive
        stop -> stopped;
        Message ->
            To ! Message,
            echo(To)
    end.

ping(Trips, Partner, Message) ->
    Partner ! Message,
    receive
        Answer when Trips =:= 1 -> Answer;
        _ -> ping(Trips - 1, Partner, Message)
    end.

ping_pong(Row, Size) ->
    Numbers = lists:seq(1, Size),
    Me = self(),
    Partner = spawn(fun() -> echo(Me) end),
    measure:measure_times(2, Row, 2 * ?TRIPS, fun measure:checksum/1,
                          fun() -> ping(?TRIPS, Partner, Numbers) end),
    Partner ! stop.

main() ->
    ping_pong('ping-pong-0', 0),
    ping_pong('ping-pong-10', 10),
    ping_pong('ping-pong-100', 100),
    ping_pong('ping-pong-1000', 1000),
    halt().
