%% See fresh-ping-pong.scm.
-module(fresh_ping_pong).
-export([main/0]).

-define(TRIPS, 20000).

add_one([]) -> [];
add_one([Number | Numbers]) -> [1 + Number | add_one(Numbers)].

echo(To) ->
    receive
        stop -> stopped;
        Message ->
            To ! add_one(Message),
            echo(To)
    end.

ping(Trips, Partner, Message) ->
    Partner ! Message,
    receive
        Answer when Trips =:= 1 -> Answer;
        Answer -> ping(Trips - 1, Partner, add_one(Answer))
    end.

ping_pong(Row, Size) ->
    Numbers = lists:seq(1, Size),
    Me = self(),
    Partner = spawn(fun() -> echo(Me) end),
    measure:measure_times(2, Row, 2 * ?TRIPS, fun measure:checksum/1,
                          fun() -> ping(?TRIPS, Partner, Numbers) end),
    Partner ! stop.

main() ->
    ping_pong('fresh-10', 10),
    ping_pong('fresh-100', 100),
    ping_pong('fresh-1000', 1000),
    halt().
