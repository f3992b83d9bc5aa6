%% See large-ping-pong.scm.
-module(large_ping_pong).
-export([main/0]).

-define(SIZE, 655360).
-define(TRIPS, 10).

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
        Answer -> ping(Trips - 1, Partner, Answer)
    end.

ping_new(0, _, Sum) -> Sum;
ping_new(Trips, Partner, Sum) ->
    Partner ! lists:seq(Trips, Trips + ?SIZE - 1),
    receive
        [First | _] -> ping_new(Trips - 1, Partner, Sum + First)
    end.

main() ->
    Numbers = lists:seq(1, ?SIZE),
    Me = self(),
    Partner = spawn(fun() -> echo(Me) end),
    measure:measure_times(3, 'large-same', 2 * ?TRIPS, fun measure:checksum/1,
                          fun() -> ping(?TRIPS, Partner, Numbers) end),
    measure:measure_times(3, 'large-new', 2 * ?TRIPS, fun measure:same/1,
                          fun() -> ping_new(?TRIPS, Partner, 0) end),
    Partner ! stop,
    halt().
