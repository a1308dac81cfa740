// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.staticencoder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.isogloss.core.IsoglossException;
import org.isogloss.neural.corpus.CorpusOptions;
import org.isogloss.neural.corpus.PairGroup;
import org.isogloss.neural.corpus.ParallelTextReader;
import org.isogloss.neural.corpus.WordCorpus;
import org.isogloss.neural.corpus.WordCorpusBuilder;
import org.isogloss.neural.corpus.WordCorpusFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CorpusReaderTest {
  @TempDir Path folder;

  private WordCorpus read(Optional<Path> bitext, Optional<Path> documentation, int heldOut) {
    return read(bitext, documentation, List.of(), heldOut);
  }

  private WordCorpus read(
      Optional<Path> bitext, Optional<Path> documentation, List<String> languages, int heldOut) {
    return read(
        new CorpusOptions(
            bitext,
            documentation,
            Optional.empty(),
            languages,
            List.of("left_out"),
            true,
            heldOut,
            5));
  }

  private WordCorpus read(CorpusOptions options) {
    WordCorpusBuilder builder =
        new WordCorpusBuilder(
            CorpusFixtures.tokenizer(
                CorpusFixtures.characters(List.of("abcdefghijklmnopqrstuvwxyz"))),
            5);
    ParallelTextReader.read(options, builder);
    return builder.build();
  }

  private static String sentence(WordCorpus corpus, int number) {
    StringBuilder text = new StringBuilder();
    for (int i = corpus.sentenceStarts()[number]; i < corpus.sentenceStarts()[number + 1]; i++) {
      text.append(text.isEmpty() ? "" : " ").append(corpus.words().get(corpus.wordIds()[i]));
    }
    return text.toString();
  }

  private static List<String> pairs(WordCorpus corpus, PairGroup group) {
    return IntStream.range(0, group.size())
        .mapToObj(
            i -> sentence(corpus, group.left()[i]) + " = " + sentence(corpus, group.right()[i]))
        .sorted()
        .toList();
  }

  private static PairGroup group(WordCorpus corpus, String kind, String name) {
    return corpus.training().stream()
        .filter(group -> group.kind().equals(kind) && group.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void readsBitextAndPairsTranslationsOfOneSentence() throws IOException {
    Path bitext = folder.resolve("bitext");
    CorpusFixtures.write(
        bitext.resolve("en-de.tsv.gz"),
        List.of("a dog\tein hund\tbook", "a cat\teine katze\tleft_out", "sun\tsonne\tsome_dict"));
    CorpusFixtures.write(
        bitext.resolve("en-fr.tsv.gz"),
        List.of("a dog\tun chien\tbook", "one two three four five six\tun\tbook"));
    WordCorpus corpus = read(Optional.of(bitext), Optional.empty(), 0);
    assertThat(pairs(corpus, group(corpus, "bitext", "en-de"))).containsExactly("a dog = ein hund");
    assertThat(pairs(corpus, group(corpus, "dictionary", "en-de"))).containsExactly("sun = sonne");
    assertThat(pairs(corpus, group(corpus, "bitext", "en-fr")))
        .containsExactly("a dog = un chien", "one two three four five = un");
    assertThat(pairs(corpus, group(corpus, "pivot", "de-fr")))
        .containsExactly("ein hund = un chien");
    assertThat(corpus.heldOut()).isEmpty();
  }

  @Test
  void readsRomanizedAndSwitchedPairsBesideTheOthers() throws IOException {
    Path bitext = folder.resolve("bitext");
    CorpusFixtures.write(bitext.resolve("en-ru.tsv.gz"), List.of("a dog\tсобака\tbook"));
    CorpusFixtures.write(
        bitext.resolve("en-ru.switched.tsv.gz"), List.of("a собака\tсобака\tbook"));
    CorpusFixtures.write(bitext.resolve("en-ru-Latn.tsv.gz"), List.of("a dog\tsobaka\tbook"));
    WordCorpus corpus = read(Optional.of(bitext), Optional.empty(), 0);
    assertThat(pairs(corpus, group(corpus, "bitext", "en-ru")))
        .containsExactlyInAnyOrder("a dog = собака", "a собака = собака");
    assertThat(pairs(corpus, group(corpus, "bitext", "en-ru-Latn")))
        .containsExactly("a dog = sobaka");
    assertThat(pairs(corpus, group(corpus, "pivot", "ru-ru-Latn")))
        .containsExactly("собака = sobaka");
  }

  @Test
  void readsOnlyPairsOfTheGivenLanguages() throws IOException {
    for (String code : List.of("de", "fr", "it")) {
      CorpusFixtures.write(
          folder.resolve("bitext/en-" + code + ".tsv.gz"), List.of("a dog\tdog " + code + "\t"));
      CorpusFixtures.write(
          folder.resolve("help/" + code + ".tsv.gz"), List.of("page\t1\th1\tpage " + code));
    }
    CorpusFixtures.write(folder.resolve("help/en.tsv.gz"), List.of("page\t1\th1\tpage"));
    Optional<Path> bitext = Optional.of(folder.resolve("bitext"));
    Optional<Path> help = Optional.of(folder.resolve("help"));
    WordCorpus foreign = read(bitext, help, List.of("de", "fr"), 0);
    assertThat(foreign.training())
        .extracting(group -> group.kind() + " " + group.name())
        .containsExactlyInAnyOrder("pivot de-fr", "documentation de-fr");
    WordCorpus english = read(bitext, help, List.of("en", "it"), 0);
    assertThat(english.training())
        .extracting(group -> group.kind() + " " + group.name())
        .containsExactlyInAnyOrder("bitext en-it", "documentation en-it");
  }

  @Test
  void readsMosesFilesIfThereAreNoOthers() throws IOException {
    Path bitext = Files.createDirectories(folder.resolve("moses"));
    Files.writeString(bitext.resolve("news.de-en.de"), "ein hund\neine katze\n");
    Files.writeString(bitext.resolve("news.de-en.en"), "a dog\na cat\n");
    Files.writeString(bitext.resolve("news.en-fr.en"), "a dog\n");
    Files.writeString(bitext.resolve("news.en-fr.fr"), "un chien\n");
    WordCorpus corpus = read(Optional.of(bitext), Optional.empty(), 0);
    assertThat(pairs(corpus, group(corpus, "bitext", "de-en")))
        .containsExactly("ein hund = a dog", "eine katze = a cat");
    assertThat(pairs(corpus, group(corpus, "pivot", "de-fr")))
        .containsExactly("ein hund = un chien");
    assertThatThrownBy(
            () ->
                read(
                    Optional.of(Files.createDirectories(folder.resolve("empty"))),
                    Optional.empty(),
                    0))
        .hasMessageContaining("contains no bitext");
  }

  @Test
  void keepsAnEnglishSentenceWithAllItsTranslationsForValidation() throws IOException {
    CorpusFixtures.write(
        folder.resolve("bitext/en-de.tsv.gz"), List.of("a dog\tein hund\t", "a cat\tkatze\t"));
    CorpusFixtures.write(folder.resolve("bitext/en-fr.tsv.gz"), List.of("a dog\tun chien\t"));
    WordCorpus corpus = read(Optional.of(folder.resolve("bitext")), Optional.empty(), 1);
    assertThat(corpus.training()).isEmpty();
    assertThat(corpus.heldOut()).extracting(PairGroup::size).containsExactly(2, 1);
  }

  @Test
  void pairsTheParagraphsOfADocumentationThatAreTranslated() throws IOException {
    Path help = folder.resolve("help");
    CorpusFixtures.write(
        help.resolve("en.tsv.gz"), List.of("p\t1\tpar\topen", "p\t2\tpar\tclose", "p\t3\tpar\tok"));
    CorpusFixtures.write(
        help.resolve("de.tsv.gz"), List.of("p\t1\tpar\tauf", "p\t2\tpar\tzu", "p\t3\tpar\tok"));
    CorpusFixtures.write(help.resolve("fr.tsv.gz"), List.of("p\t2\tpar\tfermer"));
    WordCorpus corpus = read(Optional.empty(), Optional.of(help), 0);
    assertThat(pairs(corpus, group(corpus, "documentation", "de-en")))
        .containsExactly("auf = open", "zu = close");
    assertThat(pairs(corpus, group(corpus, "documentation", "de-fr")))
        .containsExactly("zu = fermer");
  }

  @Test
  void reportsFileAndLineOfMalformedText() throws IOException {
    Path file = folder.resolve("bitext/en-de.tsv.gz");
    CorpusFixtures.write(file, List.of("a dog\tein hund\tbook", "a cat"));
    assertThatThrownBy(() -> read(Optional.of(file.getParent()), Optional.empty(), 0))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("en-de.tsv.gz:2: ");
    Files.delete(file);
    assertThatThrownBy(() -> read(Optional.of(folder.resolve("none")), Optional.empty(), 0))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("none");
  }

  @Test
  void readsACorpusFromItsFile() throws IOException {
    CorpusFixtures.write(
        folder.resolve("bitext/en-de.tsv.gz"), CorpusFixtures.pairs().subList(0, 50));
    WordCorpus corpus = read(Optional.of(folder.resolve("bitext")), Optional.empty(), 10);
    Path file = folder.resolve("corpus.bin");
    WordCorpusFile.write(corpus, file);
    WordCorpus reread = WordCorpusFile.read(file);
    assertThat(reread.words()).isEqualTo(corpus.words());
    assertThat(reread.wordIds()).isEqualTo(corpus.wordIds());
    assertThat(reread.sentenceStarts()).isEqualTo(corpus.sentenceStarts());
    assertThat(reread.training().getFirst().right())
        .isEqualTo(corpus.training().getFirst().right());
    Files.write(file, new byte[] {1, 2, 3, 4, 5, 6, 7, 8});
    assertThatThrownBy(() -> WordCorpusFile.read(file)).hasMessageContaining("delete it");
  }

  @Test
  void readsTablesOfMultiparallelText() throws IOException {
    Path tables = folder.resolve("questions");
    CorpusFixtures.write(
        tables.resolve("questions.tsv.gz"), List.of("fr\ten\tde", "qui\twho\twer", "\twhy\twarum"));
    CorpusFixtures.write(tables.resolve("left_out.tsv.gz"), List.of("en\tde", "not\tnicht"));
    WordCorpus all = readTables(tables, List.of(), 0);
    assertThat(all.training()).extracting(PairGroup::kind).containsOnly("multiparallel");
    assertThat(pairs(all, group(all, "multiparallel", "de-en")))
        .containsExactly("warum = why", "wer = who");
    assertThat(pairs(all, group(all, "multiparallel", "de-fr"))).containsExactly("wer = qui");
    assertThat(pairs(all, group(all, "multiparallel", "en-fr"))).containsExactly("who = qui");
    WordCorpus two = readTables(tables, List.of("de", "fr"), 0);
    assertThat(two.training()).extracting(PairGroup::name).containsExactly("de-fr");
    WordCorpus heldOut = readTables(tables, List.of(), 1);
    assertThat(heldOut.training()).isEmpty();
    assertThat(heldOut.heldOut()).extracting(PairGroup::size).containsExactlyInAnyOrder(2, 1, 1);
  }

  private WordCorpus readTables(Path tables, List<String> languages, int heldOut) {
    return read(
        new CorpusOptions(
            Optional.empty(),
            Optional.empty(),
            Optional.of(tables),
            languages,
            List.of("left_out"),
            true,
            heldOut,
            5));
  }

  @Test
  void namesMosesFilesByTheTagsOfTheirLanguages() throws IOException {
    Path bitext = Files.createDirectories(folder.resolve("moses"));
    Files.writeString(bitext.resolve("x.deu-eng.deu"), "ein hund\n");
    Files.writeString(bitext.resolve("x.deu-eng.eng"), "a dog\n");
    WordCorpus corpus = read(Optional.of(bitext), Optional.empty(), 0);
    assertThat(pairs(corpus, group(corpus, "bitext", "de-en"))).containsExactly("ein hund = a dog");
  }

  @Test
  void readsParagraphsWithoutAnEnglishVersion() throws IOException {
    Path help = folder.resolve("help");
    List<String> german = new ArrayList<>();
    List<String> french = new ArrayList<>();
    for (char letter = 'a'; letter <= 'z'; letter++) {
      german.add("p\t" + letter + "\tparagraph\tein " + letter);
      french.add("p\t" + letter + "\tparagraph\tun " + letter);
    }
    CorpusFixtures.write(help.resolve("en.tsv.gz"), List.of("q\t1\tparagraph\ta dog"));
    CorpusFixtures.write(help.resolve("de.tsv.gz"), german);
    CorpusFixtures.write(help.resolve("fr.tsv.gz"), french);
    WordCorpus corpus = read(Optional.empty(), Optional.of(help), 2);
    assertThat(group(corpus, "documentation", "de-fr").size()).isBetween(1, 25);
    assertThat(pairs(corpus, group(corpus, "documentation", "de-fr")))
        .allSatisfy(pair -> assertThat(pair).matches("ein (.) = un \\1"));
  }
}
