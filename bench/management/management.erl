%% The same in Erlang: a process for each task, ten at a time, ten processes that
%% take tasks in turn, and, for the executor, ten processes at a time whose
%% results are asked for by monitors.
-module(management).
-export([main/1]).

fib(N) when N < 2 -> N;
fib(N) -> fib(N - 1) + fib(N - 2).

count() ->
    Now = erlang:system_info(process_count),
    put(most, max(Now, case get(most) of undefined -> 0; Most -> Most end)).

start(N) ->
    Me = self(),
    Tag = make_ref(),
    spawn(fun() -> Me ! {Tag, fib(N)} end),
    Tag.

join(Tag) -> receive {Tag, Value} -> Value end.

run(none, Ns) ->
    Tags = [start(N) || N <- Ns],
    count(),
    lists:sum([join(Tag) || Tag <- Tags]);
run(manual, Ns) -> manual(Ns, 0);
run(pool, Ns) ->
    Me = self(),
    Workers = [spawn(fun() -> work(Me) end) || _ <- lists:seq(1, 10)],
    deal(Ns, Workers, []),
    count(),
    Sum = lists:sum([receive {result, Value} -> Value end || _ <- Ns]),
    [W ! stop || W <- Workers],
    Sum;
run(executor, Ns) ->
    Asked = [spawn_monitor(fun() -> exit({value, fib(N)}) end) || N <- lists:sublist(Ns, 10)],
    count(),
    Sum = lists:sum([receive {'DOWN', Ref, process, _, {value, Value}} -> Value end
                     || {_, Ref} <- Asked]),
    case length(Ns) > 10 of
        true -> Sum + run(executor, lists:nthtail(10, Ns));
        false -> Sum
    end;
run(alone, Ns) -> lists:sum([fib(N) || N <- Ns]).

manual([], Sum) -> Sum;
manual(Ns, Sum) ->
    {Now, Rest} = lists:split(min(10, length(Ns)), Ns),
    Tags = [start(N) || N <- Now],
    count(),
    manual(Rest, Sum + lists:sum([join(Tag) || Tag <- Tags])).

work(To) ->
    receive
        stop -> ok;
        N -> To ! {result, fib(N)}, work(To)
    end.

deal([], _, _) -> ok;
deal(Ns, [], Used) -> deal(Ns, lists:reverse(Used), []);
deal([N | Ns], [W | Ws], Used) -> W ! N, deal(Ns, Ws, [W | Used]).

main([Style, Count]) ->
    Ns = [20 + I rem 6 || I <- lists:seq(0, list_to_integer(Count) - 1)],
    Start = erlang:monotonic_time(millisecond),
    Answer = run(list_to_atom(Style), Ns),
    End = erlang:monotonic_time(millisecond),
    Most = case get(most) of undefined -> 0; M -> M end,
    io:format("~p ~p ~p~n", [Answer, End - Start, Most]),
    halt(0).
