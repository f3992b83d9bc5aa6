%% See mound.scm.
-module(nodes_bench).
-export([main/1, echo/0, sink/1, hello/1]).

now_us() -> erlang:monotonic_time(nanosecond) / 1000.

percentile(Sorted, Part) ->
    lists:nth(min(length(Sorted), trunc(Part * length(Sorted)) + 1), Sorted).

repeat(Operation, End, Times) ->
    case now_us() >= End of
        true -> lists:sort(Times);
        false ->
            Before = now_us(),
            Operation(),
            repeat(Operation, End, [now_us() - Before | Times])
    end.

show_times(Name, Seconds, Operation) ->
    show_these(Name, times(Seconds, Operation)).

times(Seconds, Operation) ->
    Operation(),
    repeat(Operation, now_us() + Seconds * 1000000, []).

show_these(Name, Times) ->
    io:format("~s p50 ~w us p99 ~w us most ~w us of ~w~n",
              [Name, round(percentile(Times, 0.5)), round(percentile(Times, 0.99)),
               round(percentile(Times, 1)), length(Times)]).

echo() ->
    receive {From, Tag, Message} -> From ! {Tag, Message} end,
    echo().

sink(Count) ->
    receive
        {From, Tag, count} -> From ! {Tag, Count}, sink(0);
        _ -> sink(Count + 1)
    end.

ask(Process, Question) ->
    Tag = make_ref(),
    Process ! {self(), Tag, Question},
    receive {Tag, Answer} -> Answer end.

send_for(Sink, Message, AtOnce, End) ->
    lists:foreach(fun(_) -> Sink ! Message end, lists:seq(1, AtOnce)),
    case now_us() >= End of
        true -> ok;
        false -> send_for(Sink, Message, AtOnce, End)
    end.

show_throughput(Name, Seconds, There, Message, AtOnce) ->
    Sink = spawn(There, ?MODULE, sink, [0]),
    Start = now_us(),
    send_for(Sink, Message, AtOnce, Start + Seconds * 1000000),
    Rate = 1000000 * ask(Sink, count) / (now_us() - Start),
    exit(Sink, kill),
    io:format("~s ~w messages/s ~.1f MB/s~n",
              [Name, round(Rate), Rate * byte_size(Message) / 1000000]).

bulk(Sink, Message) ->
    Sink ! Message,
    ask(Sink, count),
    bulk(Sink, Message).

hello(To) -> To ! here.

show_beside(Name, Seconds, There, Echo, Bytes) ->
    Sink = spawn(There, ?MODULE, sink, [0]),
    Message = binary:copy(<<1>>, Bytes),
    Sender = spawn(fun() -> bulk(Sink, Message) end),
    All = [beside_times(Seconds, Echo) || _ <- lists:seq(1, 16)],
    Slower = fun(One, Other) -> percentile(One, 0.5) >= percentile(Other, 0.5) end,
    show_these(Name, lists:sort(lists:append(All))),
    show_these(Name ++ ", slowest asker", hd(lists:sort(Slower, All))),
    exit(Sender, kill),
    exit(Sink, kill).

beside_times(Seconds, Echo) ->
    Me = self(),
    spawn(fun() -> Me ! {times, times(Seconds / 4, fun() -> ask(Echo, 1) end)} end),
    receive {times, Times} -> Times end.

main([Name, Text]) ->
    There = list_to_atom(Name),
    Seconds = list_to_integer(Text),
    pong = net_adm:ping(There),
    Echo = spawn(There, ?MODULE, echo, []),
    Me = self(),
    show_times("request", Seconds, fun() -> ask(Echo, 1) end),
    show_throughput("one way, 64 B", Seconds, There, binary:copy(<<1>>, 64), 1000),
    show_throughput("one way, 256 KiB", Seconds, There, binary:copy(<<1>>, 256 * 1024), 10),
    show_times("spawn there, and hear of it", Seconds,
               fun() -> spawn(There, ?MODULE, hello, [Me]), receive here -> ok end end),
    show_beside("request beside 256 KiB", Seconds, There, Echo, 256 * 1024),
    show_beside("request beside 64 MiB", Seconds, There, Echo, 64 * 1024 * 1024),
    halt().
