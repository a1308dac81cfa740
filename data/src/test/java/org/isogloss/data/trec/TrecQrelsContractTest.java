// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.trec;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.isogloss.data.Judgement;
import org.isogloss.data.OnError;
import org.isogloss.data.RecordReaderContractTest;
import org.isogloss.data.Records;

/** Each line has its own query, because a document may be listed only once per query. */
class TrecQrelsContractTest extends RecordReaderContractTest<Judgement> {
  private static final Pattern NUMBER = Pattern.compile("^\\d+");

  @Override
  public String fileName() {
    return "qrels.txt";
  }

  @Override
  public Records<Judgement> read(Path file, OnError onError) {
    return TrecQrels.read(file, onError)
        .map(
            one ->
                new Judgement(
                    NUMBER.matcher(one.queryId()).replaceFirst(""), one.documentId(), one.grade()));
  }

  @Override
  public String file(List<String> records) {
    List<String> numbered = new ArrayList<>();
    records.forEach(record -> numbered.add(numbered.size() + record));
    return super.file(numbered);
  }

  @Override
  public List<String> good() {
    return List.of("qä 0 d1 1", "q\t0\td2\t0", "r  Q0  d/3  -1 ");
  }

  @Override
  public List<Judgement> expected() {
    return List.of(
        new Judgement("qä", "d1", 1), new Judgement("q", "d2", 0), new Judgement("r", "d/3", -1));
  }

  @Override
  public List<Bad> bad() {
    return List.of(
        new Bad("three columns", "q 0 d1", "has 3 columns, expected four"),
        new Bad("five columns", "q 0 d1 1 1", "has 5 columns, expected four"),
        new Bad("grade of words", "q 0 d1 yes", "grade is \"yes\", expected a whole number"),
        new Bad("broken grade", "q 0 d1 1.5", "grade is \"1.5\""));
  }

  @Override
  public String longRecord(int characters) {
    return "x".repeat(characters) + " 0 d 1";
  }
}
