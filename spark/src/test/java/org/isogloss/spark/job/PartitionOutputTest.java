// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.spark.job;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.spark.api.java.JavaSparkContext;
import org.isogloss.spark.LocalSpark;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PartitionOutputTest {
  private final JavaSparkContext spark =
      JavaSparkContext.fromSparkContext(LocalSpark.session().sparkContext());

  @TempDir Path temporary;
  private Path folder;
  private JobFolder job;
  private PartitionOutput output;

  @BeforeEach
  void open() {
    folder = temporary.resolve("output");
    job = JobFolder.open(spark.hadoopConfiguration(), folder.toString(), JobDescription.of("test"));
    output = new PartitionOutput(spark, job, ".txt");
  }

  private static PartitionOutput.Writer file(String text) {
    return (path, configuration) -> {
      try (OutputStream out = path.getFileSystem(configuration).create(path)) {
        out.write(text.getBytes(UTF_8));
      }
    };
  }

  private static PartitionOutput.Writer folder(String text) {
    return (path, configuration) ->
        file(text).write(new org.apache.hadoop.fs.Path(path, "text"), configuration);
  }

  @Test
  void theFirstAttemptOfAPartitionStays() throws IOException {
    output.publish(3, file("first"));
    output.publish(3, file("second"));
    assertThat(folder.resolve("part-00003.txt")).hasContent("first");
    output.publish(4, folder("first"));
    output.publish(4, folder("second"));
    assertThat(folder.resolve("part-00004.txt/text")).hasContent("first");
    assertThat(folder.resolve("_temporary")).isEmptyDirectory();
    assertThat(job.finished().stream()).containsExactly(3, 4);
  }

  @Test
  void aFailedAttemptLeavesNothing() {
    assertThatThrownBy(
            () ->
                output.publish(
                    0,
                    (path, configuration) -> {
                      file("half").write(path, configuration);
                      throw new IOException("disk full");
                    }))
        .isInstanceOf(IOException.class)
        .hasMessage("disk full");
    assertThat(job.finished().isEmpty()).isTrue();
    assertThat(folder.resolve("_temporary")).isEmptyDirectory();
  }

  @Test
  void onlyPartitionsThatWereFinishedBeforeAreSkipped() throws IOException {
    output.publish(1, file("one"));
    assertThat(output.isFinished(1)).isFalse();
    PartitionOutput next = new PartitionOutput(spark, job, ".txt");
    assertThat(next.isFinished(1)).isTrue();
    assertThat(next.isFinished(0)).isFalse();
  }

  @Test
  void completingRemovesTemporaryFiles() throws IOException {
    Files.createDirectories(folder.resolve("_temporary"));
    Files.writeString(folder.resolve("_temporary/killed"), "half");
    job.complete();
    assertThat(folder.resolve("_temporary")).doesNotExist();
    assertThat(job.isComplete()).isTrue();
  }
}
