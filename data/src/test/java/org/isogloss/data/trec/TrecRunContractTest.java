// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.trec;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.isogloss.data.OnError;
import org.isogloss.data.RecordReaderContractTest;
import org.isogloss.data.Records;

/** Each line has its own query, because a document may be listed only once per query. */
class TrecRunContractTest extends RecordReaderContractTest<RunLine> {
  private static final Pattern NUMBER = Pattern.compile("^\\d+");

  @Override
  public String fileName() {
    return "my.run";
  }

  @Override
  public Records<RunLine> read(Path file, OnError onError) {
    return TrecRun.read(file, onError)
        .map(
            one ->
                new RunLine(
                    NUMBER.matcher(one.queryId()).replaceFirst(""),
                    one.documentId(),
                    one.rank(),
                    one.score(),
                    one.tag()));
  }

  @Override
  public String file(List<String> records) {
    List<String> numbered = new ArrayList<>();
    records.forEach(record -> numbered.add(numbered.size() + record));
    return super.file(numbered);
  }

  @Override
  public List<String> good() {
    return List.of("qä Q0 d1 1 12.5 me", "q\tQ0\td2\t2\t-1e-3\tme", "r 0 d/3 0 7 other ");
  }

  @Override
  public List<RunLine> expected() {
    return List.of(
        new RunLine("qä", "d1", 1, 12.5, "me"),
        new RunLine("q", "d2", 2, -1e-3, "me"),
        new RunLine("r", "d/3", 0, 7, "other"));
  }

  @Override
  public List<Bad> bad() {
    return List.of(
        new Bad("five columns", "q Q0 d1 1 12.5", "has 5 columns, expected six"),
        new Bad(
            "seven columns",
            "q Q0 d 1 1 12.5 me",
            "check whether an id or the tag contains a blank"),
        new Bad("rank of words", "q Q0 d1 first 12.5 me", "rank is \"first\""),
        new Bad("score of words", "q Q0 d1 1 high me", "score is \"high\", expected a number"),
        new Bad("no number", "q Q0 d1 1 NaN me", "score is \"NaN\""));
  }

  @Override
  public String longRecord(int characters) {
    return "x".repeat(characters) + " Q0 d 1 1 me";
  }
}
