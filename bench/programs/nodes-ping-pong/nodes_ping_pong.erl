%% See nodes-ping-pong.scm.
-module(nodes_ping_pong).
-export([main/0, echo/1]).

-define(TRIPS, 4000).

echo(To) ->
    receive
        stop -> stopped;
        Message ->
            To ! Message,
            echo(To)
    end.

exchange(Trips, Partner, Message) ->
    Partner ! Message,
    receive
        Answer when Trips =:= 1 -> Answer;
        _ -> exchange(Trips - 1, Partner, Message)
    end.

ping_pong(Row, Size, Node) ->
    Numbers = lists:seq(1, Size),
    Partner = spawn(Node, ?MODULE, echo, [self()]),
    exchange(100, Partner, Numbers),
    measure:measure_times(2, Row, 2 * ?TRIPS, fun measure:checksum/1,
                          fun() -> exchange(?TRIPS, Partner, Numbers) end),
    Partner ! stop.

wait_for_node(Node) ->
    case net_adm:ping(Node) of
        pong -> ok;
        pang -> timer:sleep(50), wait_for_node(Node)
    end.

main() ->
    Second = list_to_atom(measure:environment("BENCH_SECOND")),
    wait_for_node(Second),
    ping_pong('nodes-0', 0, Second),
    ping_pong('nodes-10', 10, Second),
    ping_pong('nodes-100', 100, Second),
    ping_pong('nodes-1000', 1000, Second),
    halt().
