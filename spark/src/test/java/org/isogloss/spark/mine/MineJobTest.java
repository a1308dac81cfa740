// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.spark.mine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.isogloss.core.Document;
import org.isogloss.core.Language;
import org.isogloss.core.Role;
import org.isogloss.core.util.Margin;
import org.isogloss.engine.LoadedModel;
import org.isogloss.engine.Models;
import org.isogloss.mining.neighbour.BidirectionalNeighbours;
import org.isogloss.mining.neighbour.Int8Vectors;
import org.isogloss.mining.scoring.MinedPair;
import org.isogloss.mining.scoring.PairSelection;
import org.isogloss.spark.SparkCommandTest;
import org.isogloss.spark.TestDocuments;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MineJobTest extends SparkCommandTest {
  private static final int SENTENCES = 300;
  private static final String[][] WORDS = {
    {"house", "train", "river", "book", "garden", "winter", "doctor", "letter", "music", "bread"},
    {"Haus", "Zug", "Fluss", "Buch", "Garten", "Winter", "Arzt", "Brief", "Musik", "Brot"},
  };

  @TempDir Path folder;

  /** Returns distinct sentences of five words; those of both languages are translations. */
  private static List<String> sentences(int language) {
    Random random = new Random(7);
    Set<String> sentences = new TreeSet<>();
    while (sentences.size() < SENTENCES) {
      StringBuilder sentence = new StringBuilder();
      for (int i = 0; i < 5; i++) {
        sentence.append(i == 0 ? "" : " ").append(WORDS[language][random.nextInt(10)]);
      }
      sentences.add(sentence.toString());
    }
    return List.copyOf(sentences);
  }

  private Path encode(String name, List<String> sentences, String model) {
    List<Document> documents = new ArrayList<>();
    for (int i = 0; i < sentences.size(); i++) {
      documents.add(new Document(name + i, Language.of("en"), "", sentences.get(i)));
    }
    // A repeated sentence, which is compared once.
    documents.add(new Document(name + "x", Language.of("en"), "", sentences.getFirst()));
    Path file = TestDocuments.write(folder.resolve(name + ".jsonl"), documents);
    Path passages = folder.resolve(name);
    assertThat(spark("encode", file, "--to", passages, "--model", model, "--partitions", "2"))
        .describedAs(err())
        .isZero();
    return passages;
  }

  private List<String[]> mine(Path source, Path target, String... options) throws IOException {
    Path output = folder.resolve("pairs-" + options.length);
    Object[] args =
        Stream.concat(
                Stream.of("mine", source, target, "--to", output, "--partitions", "2"),
                Stream.of(options))
            .toArray();
    assertThat(spark(args)).describedAs(err()).isZero();
    List<String[]> pairs = new ArrayList<>();
    for (String part : List.of("part-00000.tsv", "part-00001.tsv")) {
      for (String line : Files.readAllLines(output.resolve(part))) {
        pairs.add(line.split("\t", -1));
      }
    }
    return pairs;
  }

  @Test
  void findsThePairsOfOneMachine() throws IOException {
    List<String> english = sentences(0);
    List<String> german = sentences(1);
    Path source = encode("s", english, "tiny");
    Path target = encode("t", german, "tiny");
    Set<String> expected = new HashSet<>();
    try (LoadedModel model = Models.open("tiny")) {
      Int8Vectors sources = Int8Vectors.of(model.encoder().encode(english, Role.PASSAGE));
      Int8Vectors targets = Int8Vectors.of(model.encoder().encode(german, Role.PASSAGE));
      for (MinedPair pair :
          BidirectionalNeighbours.findExact(sources, targets, 4, 1)
              .pairs(Margin.RATIO, PairSelection.MAX)) {
        expected.add("s" + pair.source() + " t" + pair.target());
      }
    }
    List<String[]> whole = mine(source, target);
    assertThat(whole).extracting(pair -> pair[1] + " " + pair[2]).containsAll(expected);
    assertThat(whole).hasSameSizeAs(expected);
    assertThat(whole).extracting(pair -> -Double.parseDouble(pair[0])).isSorted();
    List<String[]> cells = mine(source, target, "--cells", "8", "--probes", "3");
    long found = cells.stream().filter(pair -> expected.contains(pair[1] + " " + pair[2])).count();
    assertThat((double) found / expected.size()).as("recall").isGreaterThan(0.9);
  }

  @Test
  void continuesWithThePairsThatWereSelected() throws IOException {
    Path source = encode("s", sentences(0), "tiny");
    Path target = encode("t", sentences(1), "tiny");
    List<String[]> whole = mine(source, target);
    Path output = folder.resolve("pairs-0");
    String first = Files.readString(output.resolve("part-00000.tsv"));
    Files.delete(output.resolve("_SUCCESS"));
    Files.delete(output.resolve("part-00001.tsv"));
    // The last pair gets a score that no computation would find.
    Path selected = output.resolve("_pairs.tsv");
    List<String> lines = new ArrayList<>(Files.readAllLines(selected));
    String[] last = lines.removeLast().split("\t");
    last[1] = "0.125";
    lines.add(String.join("\t", last));
    Files.write(selected, lines);
    Files.deleteIfExists(output.resolve("._pairs.tsv.crc"));
    List<String[]> again = mine(source, target);
    assertThat(again).hasSameSizeAs(whole);
    assertThat(again).extracting(pair -> pair[1]).isEqualTo(whole.stream().map(p -> p[1]).toList());
    assertThat(again.getLast()[0]).isEqualTo("0.125");
    assertThat(output.resolve("part-00000.tsv")).hasContent(first);
  }

  @Test
  void rejectsCollectionsOfDifferentModels() {
    Path source = encode("s", sentences(0).subList(0, 3), "tiny");
    Path target = encode("t", sentences(1).subList(0, 3), "none");
    assertThat(spark("mine", source, target, "--to", folder.resolve("pairs"))).isEqualTo(1);
    assertThat(err()).contains("encode both with the same model");
  }
}
