// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.vector;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.isogloss.cli.CommandTest;
import org.isogloss.lexical.wordvector.WordVectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class VectorsTrainCommandTest extends CommandTest {
  private Path text;
  private Path vectors;

  @BeforeEach
  void writeText() throws IOException {
    text = Files.writeString(folder.resolve("text.txt"), "Die Katze, die schläft.\n".repeat(20));
    vectors = folder.resolve("words.vec");
  }

  private int train(Object... args) {
    List<Object> all = new ArrayList<>(List.of("vectors", "train"));
    all.addAll(List.of(args));
    all.addAll(List.of("--to", vectors, "--dimension", 8, "--threads", 1));
    return isogloss(all.toArray());
  }

  private WordVectors read() {
    return WordVectors.read(vectors, 1000);
  }

  @Test
  void trainsVectorsOfLowerCasedWords() {
    assertThat(train(text)).as(err()).isZero();
    assertThat(read().words()).containsExactly("die", "katze", "schläft");
    assertThat(read().dimension()).isEqualTo(8);
    assertThat(out()).isEmpty();
    assertThat(err())
        .contains("80 words, 3 distinct ones that are frequent enough, with n-grams in ")
        .containsOnlyOnce(" words a second, loss ")
        .contains("Wrote 3 words in 8 dimensions to " + vectors);
  }

  @Test
  void keepsTheWordsOfTokenizedText() {
    assertThat(train(text, "--at-spaces", "-q")).as(err()).isZero();
    assertThat(read().words()).containsExactly("Die", "Katze,", "die", "schläft.");
    assertThat(err()).isEmpty();
  }

  @Test
  void separatesWordsOfTheGivenLanguage() throws IOException {
    Files.writeString(text, "我們在圖書館讀書\n".repeat(10));
    assertThat(train(text, "--language", "zh")).as(err()).isZero();
    assertThat(read().words()).contains("圖書館");
  }

  @Test
  void readsSeveralFilesPlainAndCompressed() throws IOException {
    Path compressed = folder.resolve("more.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(compressed))) {
      out.write("Der Hund bellt\n".repeat(7).getBytes(StandardCharsets.UTF_8));
    }
    assertThat(train(text, compressed)).as(err()).isZero();
    assertThat(read().words()).containsExactly("die", "katze", "schläft", "der", "hund", "bellt");
  }

  @Test
  void oneThreadIsReproducible() throws IOException {
    assertThat(train(text, "--seed", 5)).as(err()).isZero();
    byte[] first = Files.readAllBytes(vectors);
    assertThat(train(text, "--seed", 5)).as(err()).isZero();
    assertThat(vectors).hasBinaryContent(first);
    assertThat(train(text, "--seed", 6)).as(err()).isZero();
    assertThat(Files.readAllBytes(vectors)).isNotEqualTo(first);
  }

  @Test
  void addsFurtherWordsFromTheirNgrams() throws IOException {
    Path words = Files.writeString(folder.resolve("words.txt"), "Katzen\n\nkatze\nxyz\nKatzen\n");
    assertThat(train(text, "--words", words)).as(err()).isZero();
    assertThat(read().words()).containsExactly("die", "katze", "schläft", "katzen");
    assertThat(err())
        .contains("1 word of --words left out: no n-gram occurs in the text")
        .contains("Wrote 4 words");
  }

  @Test
  void reportsTextsWithoutFrequentWords() throws IOException {
    assertThat(train(text, "--min-count", 100)).isEqualTo(1);
    assertThat(err())
        .contains("none of the 3 distinct words of the text occurs 100 times or more")
        .endsWith("reduce the minimum count (--min-count N)\n");
    Files.writeString(text, "\n");
    assertThat(train(text)).isEqualTo(1);
    assertThat(err()).endsWith("the text contains no words: expected sentences of words\n");
    assertThat(vectors).doesNotExist();
  }

  @Test
  void reportsUnreadableLines() throws IOException {
    Files.write(text, new byte[] {'a', '\n', (byte) 0xf6, '\n'});
    assertThat(train(text)).isEqualTo(1);
    assertThat(err()).contains("text.txt:2: is not UTF-8");
    Path words = Files.writeString(folder.resolve("words.txt"), "ice cream\n");
    assertThat(train(text, "--words", words)).isEqualTo(1);
    assertThat(err()).contains("words.txt:1: found \"ice cream\", expected one word");
    Files.writeString(text, "a b\n".repeat(5));
    Files.write(text, new byte[] {(byte) 0xf6, '\n'}, StandardOpenOption.APPEND);
    assertThat(train(text, "--on-error", "skip")).as(err()).isZero();
    assertThat(err()).contains("skipped 1 record of " + text);
  }

  @Test
  void rejectsInvalidOptionsBeforeTheWork() {
    rejects("--dimension is 0, expected 1 or more", "--dimension", 0);
    rejects("--epochs is 0, expected 1 or more", "--epochs", 0);
    rejects("--min-count is 0, expected 1 or more", "--min-count", 0);
    rejects("--window is 0, expected 1 or more", "--window", 0);
    rejects("--negatives is 0, expected 1 or more", "--negatives", 0);
    rejects("--buckets is 0, expected 1 or more", "--buckets", 0);
    rejects("--max-ngram is 2, expected --min-ngram (3) or more", "--max-ngram", 2);
    rejects("--learning-rate is 0.0, expected more than 0", "--learning-rate", 0);
    rejects("--sampling-threshold is -1.0, expected more than 0", "--sampling-threshold", -1);
    rejects("unknown language \"klingonic\"", "--language", "klingonic");
    assertThat(vectors).doesNotExist();
  }

  private void rejects(String message, String option, Object value) {
    assertThat(isogloss("vectors", "train", text, "--to", vectors, option, value)).isEqualTo(1);
    assertThat(err()).contains(message);
  }
}
