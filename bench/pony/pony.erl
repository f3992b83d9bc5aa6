%% See pony.scm: the same with messages and their acknowledgements.
-module(pony).
-export([main/1, writer/3, items/2]).

now_s() -> erlang:monotonic_time(microsecond) / 1000000.

%% Runs on the other node: so many messages are under way at a time.
writer(Reader, Size, Window) -> write(Reader, binary:copy(<<7>>, Size), Window).

write(Reader, Block, 0) ->
    receive taken -> write(Reader, Block, 1) end;
write(Reader, Block, Left) ->
    Reader ! {self(), Block},
    write(Reader, Block, Left - 1).

items(Reader, Items) ->
    Reader ! {self(), Items},
    receive taken -> items(Reader, Items) end.

read() -> receive {From, Block} when is_pid(From) -> From ! taken, Block end.

carried() ->
    {ok, File} = file:open("/proc/self/net/dev", [read]),
    Carried = carried(File),
    file:close(File),
    Carried.

carried(File) ->
    {ok, Line} = file:read_line(File),
    case string:lexemes(Line, " ") of
        ["lo:", Bytes | _] -> list_to_integer(Bytes);
        _ -> carried(File)
    end.

throughput(Nodes, Workers, Size, Window, Seconds) ->
    Me = self(),
    Readers = [spawn_link(fun() ->
                   Writer = spawn(Node, ?MODULE, writer, [self(), Size, Window]),
                   read(),
                   Me ! ready,
                   receive go -> ok end,
                   Me ! {bytes, read_until(now_s() + Seconds, 0)},
                   exit(Writer, kill)
               end) || Node <- Nodes, _ <- lists:seq(1, Workers)],
    [receive ready -> ok end || _ <- Readers],
    Begun = now_s(),
    Carried = carried(),
    [Reader ! go || Reader <- Readers],
    Bytes = lists:sum([receive {bytes, B} -> B end || _ <- Readers]),
    {Bytes / (now_s() - Begun), (carried() - Carried) / Bytes}.

read_until(Stop, Bytes) ->
    case now_s() < Stop of
        true -> read_until(Stop, Bytes + byte_size(read()));
        false -> Bytes
    end.

times(0) -> ok;
times(N) -> read(), times(N - 1).

%% The least of as many batches of twenty as fit.
latency(Writer, Seconds) ->
    times(100),
    Time = least(now_s() + Seconds, 1000),
    exit(Writer, kill),
    flush(),
    Time.

least(Stop, Best) ->
    Begun = now_s(),
    times(20),
    End = now_s(),
    Now = min(Best, (End - Begun) / 20),
    case End < Stop of
        true -> least(Stop, Now);
        false -> Now
    end.

flush() -> receive _ -> flush() after 50 -> ok end.

counted(Seconds) ->
    Me = self(),
    Counters = [spawn(fun() -> Me ! {count, count(now_s() + Seconds, 0)} end) || _ <- [1, 2]],
    lists:sum([receive {count, N} -> N end || _ <- Counters]).

count(Stop, N) when N rem 1000 =:= 0 ->
    case now_s() < Stop of
        true -> count(Stop, N + 1);
        false -> N
    end;
count(Stop, N) -> count(Stop, N + 1).

%% The most of short measurements, which take turns.
most_throughputs(_, _, _, _, 0, Most) -> Most;
most_throughputs(Nodes, Workers, Size, Seconds, Left, {One, Eight}) ->
    {One1, _} = throughput(Nodes, Workers, Size, 1, Seconds),
    {Eight1, _} = throughput(Nodes, Workers, Size, 8, Seconds),
    most_throughputs(Nodes, Workers, Size, Seconds, Left - 1, {max(One, One1), max(Eight, Eight1)}).

show_throughput(Row, Workers, Size, Nodes, Seconds) ->
    {One, Eight} = most_throughputs(Nodes, Workers, Size, Seconds / 10, 10, {0, 0}),
    io:format("erlang ~s, ~p nodes, ~p workers, ~p bytes: ~.3f MB/s; 8 under way ~.3f~n",
              [Row, length(Nodes), Workers, Size, One / 1000000, Eight / 1000000]).

wait_for(Node) ->
    case net_adm:ping(Node) of
        pong -> ok;
        pang -> timer:sleep(50), wait_for(Node)
    end.

main([SecondsText, Alone | Names]) ->
    Seconds = list_to_integer(SecondsText),
    Nodes = [list_to_atom(Name) || Name <- Names],
    [wait_for(Node) || Node <- Nodes],
    First = hd(Nodes),
    Me = self(),
    Show = fun(Row, Items) ->
        Time = latency(spawn(First, ?MODULE, items, [Me, Items]), Seconds),
        io:format("erlang ~s: ~.3f us~n", [Row, Time * 1000000])
    end,
    Show("B1 an integer", 7),
    [show_throughput("B2", 2, 100000, lists:sublist(Nodes, N), Seconds)
     || N <- lists:seq(1, length(Nodes))],
    [show_throughput("B3", 2, Size, [First], Seconds)
     || Size <- [1, 100, 1000, 10000, 100000, 1000000]],
    [show_throughput("B4", Workers, 50000, [First], Seconds) || Workers <- [1, 2, 10, 50]],
    case Alone of
        "alone" ->
            [begin
                 {_, Carried} = throughput([First], 2, Size, 1, Seconds),
                 io:format("erlang B5 ~p bytes: the interface carries ~.3f % more~n",
                           [Size, 100 * (Carried - 1)])
             end || Size <- [1000, 100000, 1000000]];
        _ -> ok
    end,
    [begin
         Time = latency(spawn(?MODULE, writer, [Me, Size, 1]), Seconds),
         io:format("erlang B6 ~p bytes in one node: ~.3f us~n", [Size, Time * 1000000])
     end || Size <- [1, 10, 100, 1000, 10000, 100000, 1000000]],
    [Show(io_lib:format("B7 ~p items of 1000 bytes", [N]),
          [binary:copy(<<7>>, 1000) || _ <- lists:seq(1, N)]) || N <- [1, 2, 3, 5, 10]],
    Free = counted(Seconds),
    Reader = spawn(fun() ->
        spawn(First, ?MODULE, writer, [self(), 100, 1]),
        Me ! ready,
        (fun Loop() -> read(), Loop() end)()
    end),
    receive ready -> ok end,
    Beside = counted(Seconds),
    exit(Reader, kill),
    io:format("erlang B8 beside a communication of 100 bytes: ~.3f % are left for other work~n",
              [100 * Beside / Free]),
    halt(0).
