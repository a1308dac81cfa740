// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.sql.Row;
import org.isogloss.search.SearchIndex;
import org.isogloss.search.validation.IndexValidator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An executor of a real cluster is killed in the middle of a job. */
@Tag("slow")
class KilledExecutorTest {
  private static final int DOCUMENTS = 1000;

  @TempDir Path folder;

  private interface Job {
    Process start(String name, Path output) throws IOException;
  }

  @Test
  void aKilledExecutorChangesNothingInTheOutput() throws Exception {
    Path file = TestDocuments.write(folder.resolve("documents.jsonl"), TestDocuments.of(DOCUMENTS));
    try (StandaloneCluster cluster = new StandaloneCluster(folder.resolve("cluster"))) {
      Job encode =
          (name, output) ->
              cluster.submit(
                  name, "encode", file, "--to", output, "--model", "tiny", "--partitions", "20");
      Path calm = run(cluster, encode, "encode-calm", false);
      Path killed = run(cluster, encode, "encode-killed", true);
      assertThat(names(killed)).isEqualTo(names(calm));
      assertThat(rows(killed)).isEqualTo(rows(calm));

      Job load =
          (name, output) -> cluster.submit(name, "load", calm, "--to", output, "--shards", "6");
      Path calmShards = run(cluster, load, "load-calm", false);
      Path killedShards = run(cluster, load, "load-killed", true);
      assertThat(names(killedShards)).isEqualTo(names(calmShards));
      for (String name : names(calmShards)) {
        if (name.endsWith(".index")) {
          assertSame(calmShards.resolve(name), killedShards.resolve(name));
        }
      }
    }
  }

  /** Runs a job; if asked for, kills an executor when some partitions are finished. */
  private Path run(StandaloneCluster cluster, Job job, String name, boolean kill)
      throws IOException, InterruptedException {
    Path output = folder.resolve(name);
    Process command = job.start(name, output);
    boolean killed = false;
    while (kill && !killed && command.isAlive()) {
      Thread.sleep(20);
      killed = parts(output) >= 2 && cluster.killExecutor();
    }
    assertThat(killed).isEqualTo(kill);
    assertThat(StandaloneCluster.await(command)).describedAs(cluster.log(name)).isZero();
    assertThat(output.resolve("_SUCCESS")).exists();
    assertThat(output.resolve("_temporary")).doesNotExist();
    return output;
  }

  private static long parts(Path output) throws IOException {
    return Files.isDirectory(output)
        ? names(output).stream().filter(name -> name.startsWith("part-")).count()
        : 0;
  }

  private static List<String> names(Path output) throws IOException {
    try (Stream<Path> files = Files.list(output)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> !name.startsWith("."))
          .sorted()
          .toList();
    }
  }

  private static List<Row> rows(Path passages) {
    return LocalSpark.session()
        .read()
        .parquet(passages.toString())
        .orderBy("source", "block", "record", "passage")
        .collectAsList();
  }

  private static void assertSame(Path expected, Path found) {
    assertThat(IndexValidator.validate(found).problems()).isEmpty();
    try (SearchIndex one = SearchIndex.open(expected);
        SearchIndex other = SearchIndex.open(found)) {
      assertThat(other.documentCount()).isEqualTo(one.documentCount());
      assertThat(other.passagesPerLanguage()).isEqualTo(one.passagesPerLanguage());
    }
  }
}
