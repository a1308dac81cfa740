// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.corpus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.isogloss.core.IsoglossException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TextCorpusTest {
  @TempDir Path folder;

  private Path write() {
    Path base = folder.resolve("texts");
    try (TextCorpus.Builder builder = new TextCorpus.Builder(base)) {
      int hello = builder.addSentence("Hello, world");
      int welt = builder.addSentence("Hallo, Welt");
      int empty = builder.addSentence("");
      assertThat(builder.addSentence("Hello, world"))
          .as("equal sentences are stored once")
          .isEqualTo(hello);
      int monde = builder.addSentence("世界 𝕏");
      builder.addTrainingPair("bitext", "en-de", hello, welt);
      builder.addTrainingPair("bitext", "en-zh", hello, monde);
      builder.addTrainingPair("bitext", "en-de", empty, empty);
      builder.addHeldOutPair("bitext", "en-zh", welt, monde);
      builder.write();
    }
    return base;
  }

  @Test
  void readsBackACorpus() {
    Path base = write();
    assertThat(TextCorpus.exists(base)).isTrue();
    try (TextCorpus corpus = TextCorpus.open(base)) {
      assertThat(corpus.sentenceCount()).isEqualTo(4);
      assertThat(IntStream.range(0, 4).mapToObj(corpus::text))
          .containsExactly("Hello, world", "Hallo, Welt", "", "世界 𝕏");
      assertThat(corpus.training())
          .extracting(group -> group.kind() + " " + group.name() + " " + group.size())
          .containsExactly("bitext en-de 2", "bitext en-zh 1");
      assertThat(corpus.heldOut().getFirst().left()).containsExactly(1);
      assertThat(corpus.heldOut().getFirst().right()).containsExactly(3);
    }
  }

  @Test
  void returnsTheEnglishSourceOfTrainingSentences() {
    try (TextCorpus corpus = TextCorpus.open(write())) {
      assertThat(corpus.englishSourceOf(1)).hasValue(0);
      assertThat(corpus.englishSourceOf(3)).hasValue(0);
      assertThat(corpus.englishSourceOf(0)).as("English itself").hasValue(0);
    }
    Path base = folder.resolve("others");
    try (TextCorpus.Builder builder = new TextCorpus.Builder(base)) {
      int german = builder.addSentence("Welt");
      int french = builder.addSentence("monde");
      int english = builder.addSentence("world");
      int polish = builder.addSentence("wszechświat");
      builder.addTrainingPair("documentation", "de-fr", german, french);
      builder.addTrainingPair("documentation", "fr-en", french, english);
      builder.addTrainingPair("documentation", "fr-pl", french, polish);
      builder.write();
    }
    try (TextCorpus corpus = TextCorpus.open(base)) {
      assertThat(corpus.englishSourceOf(0)).isEmpty();
      assertThat(corpus.englishSourceOf(1)).hasValue(2);
      assertThat(corpus.englishSourceOf(3)).isEmpty();
    }
  }

  @Test
  void assignsDistinctIndicesToManySentences() {
    Path base = folder.resolve("many");
    int many = 100_000;
    try (TextCorpus.Builder builder = new TextCorpus.Builder(base)) {
      for (int i = 0; i < many; i++) {
        assertThat(builder.addSentence("sentence " + i)).isEqualTo(i);
      }
      for (int i = 0; i < many; i += 777) {
        assertThat(builder.addSentence("sentence " + i)).isEqualTo(i);
      }
      builder.write();
    }
    try (TextCorpus corpus = TextCorpus.open(base)) {
      assertThat(corpus.text(77_777)).isEqualTo("sentence 77777");
    }
  }

  @Test
  void rejectsIncompleteAndTruncatedCorpora() throws IOException {
    Path base = folder.resolve("unfinished");
    try (TextCorpus.Builder builder = new TextCorpus.Builder(base)) {
      builder.addSentence("begun");
    }
    assertThat(TextCorpus.exists(base)).isFalse();
    Path written = write();
    Files.write(folder.resolve("texts.texts"), List.of("cut"));
    assertThatThrownBy(() -> TextCorpus.open(written))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("its length differs");
  }

  @Test
  void rejectsACorpusWithAnyDamagedByte() throws IOException {
    Path base = write();
    for (String name : List.of("texts.texts", "texts.pairs")) {
      Path file = folder.resolve(name);
      byte[] intact = Files.readAllBytes(file);
      for (int at = 0; at < intact.length; at++) {
        byte[] damaged = intact.clone();
        damaged[at] ^= 0x20;
        Files.write(file, damaged);
        assertThatThrownBy(() -> TextCorpus.open(base))
            .as("%s, byte %d", name, at)
            .isInstanceOf(IsoglossException.class)
            .hasMessageStartingWith(file + ": ")
            .hasMessageContaining("; delete ");
      }
      Files.write(file, intact);
    }
    TextCorpus.open(base).close();
  }
}
