%% See long-mailbox.scm. A request watches its server, as that of Mound does. The
%% messages that wait are kept off the heap, as the manual advises for so many; on
%% it, each collection copies them, and a request takes fifty times as long.
-module(long_mailbox).
-export([main/0]).

-define(REQUESTS, 100000).

echo() ->
    receive
        {From, Tag, Number} ->
            From ! {Tag, Number},
            echo()
    end.

request(Server, Message) ->
    Tag = erlang:monitor(process, Server),
    Server ! {self(), Tag, Message},
    receive
        {Tag, Answer} ->
            erlang:demonitor(Tag, [flush]),
            Answer;
        {'DOWN', Tag, process, _, Reason} ->
            exit(Reason)
    end.

ask(_, 0, Sum) -> Sum;
ask(Server, Count, Sum) -> ask(Server, Count - 1, Sum + request(Server, 1)).

fill(0, _) -> done;
fill(Count, To) ->
    To ! Count,
    fill(Count - 1, To).

main() ->
    process_flag(message_queue_data, off_heap),
    Server = spawn(fun echo/0),
    Measure = fun(Row) ->
                      measure:measure_times(3, Row, ?REQUESTS, fun measure:same/1,
                                            fun() -> ask(Server, ?REQUESTS, 0) end)
              end,
    Measure('request-0'),
    fill(1000000, self()),
    ask(Server, 1000, 0),
    Measure('request-1000000'),
    halt().
