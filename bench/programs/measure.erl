%% How the Erlang programs measure and report; the same line as measure.scm.
-module(measure).
-export([measure/4, measure_times/5, report/5, same/1, checksum/1,
         next_random/1, environment/1]).

measure(Row, Operations, Check, Fun) ->
    Start = erlang:monotonic_time(microsecond),
    Result = Fun(),
    End = erlang:monotonic_time(microsecond),
    report(Row, Check(Result), End - Start, Operations, '-').

measure_times(0, _, _, _, _) -> ok;
measure_times(Times, Row, Operations, Check, Fun) ->
    measure(Row, Operations, Check, Fun),
    measure_times(Times - 1, Row, Operations, Check, Fun).

report(Row, Answer, Microseconds, Operations, Reductions) ->
    io:format("result ~s ~w ~w ~w ~s~n",
              [Row, Answer, Microseconds, Operations, Reductions]).

same(Object) -> Object.

%% Depends on the order of the numbers.
checksum(Numbers) -> checksum(Numbers, 0).

checksum([], Sum) -> Sum;
checksum([Number | Numbers], Sum) ->
    checksum(Numbers, (31 * Sum + Number) rem 1000003).

%% The multiplicative generator of Lehmer, with Park and Miller's numbers.
next_random(Seed) -> (16807 * Seed) rem 2147483647.

environment(Name) -> os:getenv(Name).
