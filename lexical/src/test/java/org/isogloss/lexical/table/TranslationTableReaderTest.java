// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.zip.CRC32C;
import org.isogloss.core.IsoglossException;
import org.isogloss.data.LanguagePair;
import org.isogloss.lexical.Alignment;
import org.isogloss.lexical.scoring.QueryTranslator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests tables with a valid checksum but invalid content. */
class TranslationTableReaderTest {
  private static final int[] EXTREMES = {
    Integer.MIN_VALUE, -1, 0, 1, 2, 1 << 16, 1 << 28, 1 << 29, 1 << 30, Integer.MAX_VALUE
  };

  @TempDir private Path folder;
  private Path file;

  /** Two source words (bank, sea), three target words (meer, see, ufer), four translations. */
  private ByteBuffer table;

  @BeforeEach
  void write() throws IOException {
    file = folder.resolve("en-de.table");
    TranslationCounts counts = new TranslationCounts();
    counts.add(List.of("bank"), List.of("ufer"), Alignment.parse("0-0"));
    counts.add(List.of("sea"), List.of("meer"), Alignment.parse("0-0"));
    counts.add(List.of("sea"), List.of("meer"), Alignment.parse("0-0"));
    counts.add(List.of("sea"), List.of("see"), Alignment.parse("0-0"));
    counts.add(List.of("sea"), List.of("ufer"), Alignment.parse("0-0"));
    counts.write(
        file, LanguagePair.find("en-de").orElseThrow(), new TablePruning(0, Integer.MAX_VALUE));
    table = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** Writes a table with the checksum of its content. */
  private void writeSigned(ByteBuffer content) throws IOException {
    CRC32C checksum = new CRC32C();
    int end = content.capacity() - Integer.BYTES;
    checksum.update(content.slice(0, end));
    content.putInt(end, (int) checksum.getValue());
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
      channel.write(content.duplicate().rewind());
    }
  }

  private void assertRejected(String problem) throws IOException {
    writeSigned(table);
    assertThatThrownBy(() -> TranslationTable.open(file))
        .isInstanceOf(IsoglossException.class)
        .hasMessage(
            file
                + ": the table is damaged: "
                + problem
                + ": copy it again, or align the texts again");
  }

  private static int sourceWordEnds() {
    return 64;
  }

  private static int sourceCounts() {
    return 64 + 4 * 5;
  }

  private static int sourceRowEnds() {
    return 64 + 8 * 5;
  }

  private static int sourceTranslations() {
    return 64 + 12 * 5;
  }

  private static int sourceBytes() {
    return sourceTranslations() + 2 * 4 * 8;
  }

  @Test
  void rejectsNegativeSize() throws IOException {
    table.putInt(16, -1);
    assertRejected("found -1 source words, expected 0 or more");
  }

  @Test
  void rejectsSizesThatDoNotMatchFileLength() throws IOException {
    table.putInt(24, Integer.MAX_VALUE);
    assertRejected(
        "its header describes "
            + (table.capacity() + 8L * (Integer.MAX_VALUE - 4))
            + " bytes, expected "
            + table.capacity()
            + ", the length of the file");
  }

  @Test
  void rejectsUnknownLanguage() throws IOException {
    table.put(40, (byte) 0x1B);
    assertRejected("the language at byte 40 is unknown, expected a tag such as de");
  }

  @Test
  void rejectsWordEndOutsideText() throws IOException {
    table.putInt(sourceWordEnds(), 1 << 20);
    assertRejected("source word 0 has bytes up to 1048576, expected 0 to 7");
  }

  @Test
  void rejectsTextAfterLastWord() throws IOException {
    table.putInt(sourceWordEnds() + 4, 6);
    assertRejected("the source words have 6 bytes, expected 7");
  }

  @Test
  void rejectsUnsortedWords() throws IOException {
    table.put(sourceBytes(), (byte) 'x');
    assertRejected("source word 1 is not after the previous word in the order of bytes");
  }

  @Test
  void rejectsInvalidUtf8() throws IOException {
    table.put(sourceBytes() + 2, (byte) 0xFF);
    assertRejected("byte 2 of the source words is not UTF-8");
  }

  @Test
  void rejectsWordBoundaryWithinCharacter() throws IOException {
    // "bank" and "sea" become "ban\u00e9", split within the last character, and "a".
    table.put(sourceBytes() + 3, (byte) 0xC3).put(sourceBytes() + 4, (byte) 0xA9);
    assertRejected("source word 1 does not begin with a whole character in UTF-8");
  }

  @Test
  void rejectsNegativeCount() throws IOException {
    table.putInt(sourceCounts() + 4, -4);
    assertRejected("source word 1 was seen -4 times, expected 0 or more");
  }

  @Test
  void rejectsRowEndOutsideTranslations() throws IOException {
    table.putInt(sourceRowEnds(), -1);
    assertRejected("source word 0 has translations up to -1, expected 0 to 4");
  }

  @Test
  void rejectsTranslationOutsideVocabulary() throws IOException {
    table.putInt(sourceTranslations(), 3);
    assertRejected("source word 0 has the translation 3, expected a number below 3");
  }

  @Test
  void rejectsNanProbability() throws IOException {
    table.putFloat(sourceTranslations() + 4, Float.NaN);
    assertRejected(
        "source word 0 has a translation of probability NaN, expected more than 0 and at most 1.0,"
            + " that of the translation before it");
  }

  @Test
  void rejectsTranslationsOutOfOrder() throws IOException {
    table.putFloat(sourceTranslations() + 2 * 8 + 4, 0.75f);
    assertRejected(
        "source word 1 has a translation of probability 0.75, expected more than 0 and at most 0.5,"
            + " that of the translation before it");
  }

  @Test
  void rejectsProbabilitiesThatDoNotSumToOne() throws IOException {
    table.putFloat(sourceTranslations() + 4, 0.5f);
    assertRejected("source word 0 has translation probabilities with the sum 0.5, expected 1");
  }

  @Test
  void validatesOtherDirection() throws IOException {
    table.putInt(sourceTranslations() + 4 * 8, 9);
    assertRejected("target word 0 has the translation 9, expected a number below 2");
  }

  @Test
  void rejectsOrReadsMutatedTables() throws IOException {
    mutate(500);
  }

  @Test
  @Tag("slow")
  void rejectsOrReadsManyMutatedTables() throws IOException {
    mutate(20_000);
  }

  private void mutate(int times) throws IOException {
    byte[] original = Files.readAllBytes(file);
    for (int n = 0; n < times; n++) {
      long seed = new Random().nextLong();
      ByteBuffer mutated = ByteBuffer.wrap(original.clone()).order(ByteOrder.LITTLE_ENDIAN);
      mutate(mutated, new Random(seed));
      writeSigned(mutated);
      try {
        useAll(TranslationTable.open(file));
      } catch (IsoglossException e) {
        assertThat(e).as("seed %d", seed).hasMessageStartingWith(file.toString());
      } catch (RuntimeException | Error e) {
        throw new AssertionError("seed " + seed, e);
      }
    }
  }

  /** Changes one to three positions after the file length field. */
  private static void mutate(ByteBuffer table, Random random) {
    int from = 16;
    int to = table.capacity() - Integer.BYTES;
    for (int left = 1 + random.nextInt(3); left > 0; left--) {
      int position = from + random.nextInt((to - from) / Integer.BYTES) * Integer.BYTES;
      switch (random.nextInt(4)) {
        case 0 -> table.putInt(position, EXTREMES[random.nextInt(EXTREMES.length)]);
        case 1 -> table.putInt(position, table.getInt(position) + random.nextInt(5) - 2);
        case 2 -> table.putInt(position, random.nextInt());
        default -> table.put(position, (byte) (table.get(position) ^ 1 << random.nextInt(8)));
      }
    }
  }

  private void useAll(TranslationTable table) {
    for (TranslationTable direction : List.of(table, table.reversed())) {
      QueryTranslator translator = new QueryTranslator(direction);
      for (String word : direction.words()) {
        assertThat(direction.translations(word)).isEqualTo(direction.translations(word));
        translator.sources(word);
        translator.translations(word);
        translator.backgroundProbability(word);
      }
    }
    Path analysed = folder.resolve("analysed.table");
    table.writeAnalysed(
        analysed, word -> List.of(word.toUpperCase(Locale.ROOT)), word -> List.of("a", word));
    TranslationTable.open(analysed);
  }
}
