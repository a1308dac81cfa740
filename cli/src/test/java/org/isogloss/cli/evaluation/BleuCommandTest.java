// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.evaluation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import org.isogloss.cli.CommandTest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class BleuCommandTest extends CommandTest {
  /** A Unigram model of SentencePiece with the piece "cat" only. */
  private static final byte[] SPM_MODEL = {0x0a, 0x05, 0x0a, 0x03, 'c', 'a', 't'};

  private Path reference;
  private Path baseline;
  private Path system;

  @BeforeEach
  void write() throws Exception {
    reference =
        write(
            "ref.txt", "The cat sat on the mat.", "We will meet at noon.", "Rain is expected.", "");
    baseline =
        write("base.txt", "The cat sat on a mat.", "We meet at noon.", "It will rain.", "None");
    system =
        write("new.txt", "The cat sat on the mat.", "we will meet at 12", "Rain is expected.", "");
  }

  private Path write(String name, String... lines) throws Exception {
    return Files.writeString(folder.resolve(name), String.join("\n", lines) + "\n");
  }

  @Test
  void printsTheLineOfSacreBleu() {
    assertThat(isogloss("bleu", reference, baseline, "-m", "BLEU", "-m", "chrF++"))
        .as(err())
        .isZero();
    // Classes outside of a jar have another version.
    assertThat(out().lines().map(line -> line.replaceFirst("(?<=version:isogloss-)\\S+", "X")))
        .containsExactly(
            "BLEU|nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:isogloss-X"
                + " = 45.7 70.6/53.8/40.0/28.6 (BP = 1.000 ratio = 1.000 hyp_len = 17 ref_len = 17)",
            "chrF2++|nrefs:1|case:mixed|eff:yes|nc:6|nw:2|space:no|version:isogloss-X = 52.5");
  }

  @Test
  void tokenizesByAModelOrDictionary() throws Exception {
    Path model = Files.write(folder.resolve("x.model"), SPM_MODEL);
    assertThat(isogloss("bleu", reference, baseline, "--tokenize", "spm=" + model)).isZero();
    assertThat(out()).contains("|tok:spm-");
    assertThat(isogloss("bleu", reference, baseline, "--tokenize", "spm=" + reference))
        .isEqualTo(1);
    assertThat(err()).contains("ref.txt: found ", "expected a model of SentencePiece");
    assertThat(isogloss("bleu", reference, baseline, "--tokenize", "flores200")).isEqualTo(1);
    assertThat(err()).contains("get its file, and give --tokenize spm=FILE");
    assertThat(isogloss("bleu", reference, baseline, "--tokenize", "ja-mecab")).isEqualTo(1);
    assertThat(err()).contains("expected ja-mecab=DIR");
    assertThat(isogloss("bleu", reference, baseline, "--tokenize", "ko-mecab=" + folder))
        .isEqualTo(1);
    assertThat(err()).contains("has no file sys.dic, expected a compiled dictionary of MeCab");
  }

  @Test
  void measuresTheEditsOfTranslations() {
    assertThat(isogloss("bleu", reference, baseline, "-m", "TER", "--ter-normalized")).isZero();
    assertThat(out()).contains("TER|nrefs:1|case:lc|tok:tercom|norm:yes|punct:yes|asian:no|");
    assertThat(isogloss("bleu", reference, baseline, "-m", "TER")).isZero();
    assertThat(out()).contains("norm:no").endsWith(" = 42.9\n");
    assertThat(isogloss("bleu", reference, baseline, "--ter-no-punct")).isEqualTo(1);
    assertThat(err()).contains("are options of TER: add -m TER");
    assertThat(isogloss("bleu", reference, baseline, "-m", "TER", "--ter-asian-support"))
        .isEqualTo(1);
    assertThat(err()).contains("--ter-asian-support needs --ter-normalized or --ter-no-punct");
  }

  @Test
  void appliesTheOptionsOfEachMeasure() {
    assertThat(
            isogloss(
                "bleu",
                reference,
                system,
                "-m",
                "bleu",
                "-m",
                "chrf",
                "--lowercase",
                "--tokenize",
                "intl",
                "--smoothing",
                "floor=0.01",
                "--order",
                2,
                "--beta",
                3,
                "--char-order",
                4,
                "--whitespace",
                "--epsilon-smoothing",
                "--decimals",
                4))
        .as(err())
        .isZero();
    assertThat(out())
        .contains("BLEU|nrefs:1|case:lc|eff:no|tok:intl|smooth:floor[0.01]|order:2|version:")
        .contains("chrF3|nrefs:1|case:lc|eff:no|nc:4|nw:0|space:yes|version:")
        .containsPattern(" = [0-9]+\\.[0-9]{4}\n");
  }

  @Test
  void choosesTheTokenizerByTheTargetLanguage() throws Exception {
    Path chinese = write("zh.txt", "我爱北京。");
    assertThat(isogloss("bleu", chinese, chinese, "--target", "zh")).isZero();
    assertThat(out()).contains("tok:zh").contains("= 100.0").contains("hyp_len = 5");
    assertThat(isogloss("bleu", chinese, chinese, "--target", "ja")).isEqualTo(1);
    assertThat(err()).contains("Japanese has no default tokenizer");
    assertThat(isogloss("bleu", chinese, chinese, "--tokenize", "mecab")).isEqualTo(1);
    assertThat(err()).contains("expected one of 13a, intl, zh, char, none");
  }

  @Test
  void takesTheBestOfSeveralReferences() throws Exception {
    Path second = write("ref2.txt", "x", "We meet at noon.", "It will rain.", "None");
    assertThat(isogloss("bleu", reference, baseline, "--references", second)).isZero();
    assertThat(out()).contains("|nrefs:2|").contains("= 75.1 94.1/84.6/70.0/57.1 ");
  }

  @Test
  void aFileAfterAnotherReferenceIsATranslation() throws Exception {
    Path second = write("ref2.txt", "x", "We meet at noon.", "It will rain.", "None");
    assertThat(isogloss("bleu", reference, "--references", second, baseline)).isZero();
    assertThat(out()).contains("|nrefs:2|").contains("= 75.1 94.1/84.6/70.0/57.1 ");
    assertThat(
            isogloss("bleu", reference, baseline, "--references", second, "--references", second))
        .isZero();
    assertThat(out()).contains("|nrefs:3|");
  }

  @Test
  void printsALineForEachSentence() {
    assertThat(isogloss("bleu", reference, system, "--sentences", "-m", "chrF", "-m", "BLEU"))
        .isZero();
    assertThat(out().lines()).hasSize(4).first().isEqualTo("100.0\t100.0");
    assertThat(out().lines()).last().isEqualTo("0.0\t0.0");
  }

  @Test
  void comparesSystemsWithTheFirst() {
    assertThat(
            isogloss(
                "bleu",
                reference,
                baseline,
                system,
                "-m",
                "chrF",
                "--compare",
                "bootstrap",
                "--samples",
                200,
                "--seed",
                5))
        .as(err())
        .isZero();
    assertThat(out().lines().map(line -> line.strip().replaceAll(" +", " ")).toList())
        .hasSize(5)
        .satisfies(
            lines -> {
              assertThat(lines.get(0)).isEqualTo("system chrF2 mean ± 95% interval p");
              assertThat(lines.get(1)).matches(".*base\\.txt [0-9.]+ [0-9.]+ ± [0-9.]+");
              assertThat(lines.get(2))
                  .matches(".*new\\.txt [0-9.]+ [0-9.]+ ± [0-9.]+ [01]\\.\\d{4}");
              assertThat(lines.get(4)).startsWith("chrF2|nrefs:1|bs:200|seed:5|case:mixed|");
            });
    assertThat(isogloss("bleu", reference, baseline, system, "--compare", "randomization"))
        .isZero();
    assertThat(out()).contains("BLEU|nrefs:1|ar:10000|seed:1|");
  }

  @Test
  void printsSystemsSideBySideWithoutATest() {
    assertThat(isogloss("bleu", reference, baseline, system)).isZero();
    assertThat(out().lines()).hasSize(5);
    assertThat(out()).contains("45.7").doesNotContain(" p\n");
  }

  @Test
  void warnsOfASystemThatEqualsTheBaseline() {
    assertThat(isogloss("bleu", reference, system, system, "--compare", "bootstrap")).isZero();
    assertThat(err()).contains("new.txt has the same translations as the baseline");
  }

  @Test
  void warnsOfTokenizedText() throws Exception {
    Path tokens = Files.writeString(folder.resolve("tokens.txt"), "A b .\n".repeat(100));
    assertThat(isogloss("bleu", tokens, tokens)).isZero();
    assertThat(err()).contains("tokens.txt: 100 lines end in a space and a full stop");
    int length = err().length();
    assertThat(isogloss("bleu", tokens, tokens, "--tokenize", "none")).isZero();
    assertThat(err()).hasSize(length);
  }

  @Test
  void printsJsonInFullPrecision() throws Exception {
    assertThat(
            isogloss(
                "bleu",
                reference,
                baseline,
                system,
                "--json",
                "-m",
                "BLEU",
                "-m",
                "chrF",
                "--compare",
                "bootstrap",
                "--samples",
                100))
        .isZero();
    JsonNode root = new ObjectMapper().readTree(out());
    assertThat(root.at("/systems/0/scores/0/score").doubleValue()).isStrictlyBetween(45.65, 45.75);
    assertThat(root.at("/systems/0/scores/0/hypothesis_length").intValue()).isEqualTo(17);
    assertThat(root.at("/systems/0/scores/0/p").isMissingNode()).isTrue();
    assertThat(root.at("/systems/1/scores/1/name").textValue()).isEqualTo("chrF2");
    assertThat(root.at("/systems/1/scores/1/p").doubleValue()).isBetween(0.0, 1.0);
    assertThat(root.at("/systems/1/scores/1/mean").isDouble()).isTrue();
    assertThat(root.at("/test/samples").intValue()).isEqualTo(100);
  }

  @Test
  void printsTheSentencesInJson() throws Exception {
    assertThat(isogloss("bleu", reference, system, "--json", "--sentences")).isZero();
    JsonNode sentences = new ObjectMapper().readTree(out()).at("/systems/0/scores/0/sentences");
    assertThat(sentences).hasSize(4);
    assertThat(sentences.get(0).doubleValue()).isGreaterThan(99.999);
  }

  @Test
  void readsCompressedFiles() throws Exception {
    Path compressed = folder.resolve("new.txt.gz");
    try (OutputStream file = new GZIPOutputStream(Files.newOutputStream(compressed))) {
      file.write(Files.readString(system).getBytes(StandardCharsets.UTF_8));
    }
    assertThat(isogloss("bleu", reference, system)).isZero();
    String plain = out();
    assertThat(isogloss("bleu", reference, compressed)).isZero();
    assertThat(out()).isEqualTo(plain + plain);
  }

  @Test
  void reportsFilesOfUnequalLength() throws Exception {
    Path shorter = write("short.txt", "One line.");
    assertThat(isogloss("bleu", reference, shorter)).isEqualTo(1);
    assertThat(err()).contains("short.txt has 1 line, expected 4, as many as ");
    assertThat(isogloss("bleu", reference, system, "--references", shorter)).isEqualTo(1);
    assertThat(isogloss("bleu", Files.createFile(folder.resolve("empty")), shorter)).isEqualTo(1);
    assertThat(err()).contains("empty is empty, expected one sentence on each line");
    Path latin = Files.write(folder.resolve("latin.txt"), new byte[] {'a', '\n', (byte) 0xe9});
    assertThat(isogloss("bleu", latin, latin)).isEqualTo(1);
    assertThat(err()).contains("latin.txt:2: ");
    assertThat(out()).isEmpty();
  }

  @Test
  void rejectsOptionsThatDoNotApply() {
    assertRejected("--sentences has 2 files", system, "--sentences");
    assertRejected("--samples and --seed need --compare", "--seed", 2);
    assertRejected("--compare has one file", "--compare", "bootstrap");
    assertRejected("are options of BLEU", "-m", "chrF", "--tokenize", "zh");
    assertRejected("are options of chrF", "--beta", 3);
    assertRejected("both choose the tokenizer", "--target", "zh", "--tokenize", "zh");
    assertRejected("--order is 0, expected 1 or more", "--order", 0);
    assertRejected("--decimals is 16, expected 0 to 15", "--decimals", 16);
    assertRejected("expected BLEU, chrF, chrF++ or TER", "-m", "METEOR");
  }

  private void assertRejected(String message, Object... options) {
    Object[] command = new Object[3 + options.length];
    command[0] = "bleu";
    command[1] = reference;
    command[2] = baseline;
    System.arraycopy(options, 0, command, 3, options.length);
    assertThat(isogloss(command)).isEqualTo(1);
    assertThat(err()).contains(message);
  }

  @Test
  void needsAHypothesis() {
    assertThat(isogloss("bleu", reference)).isEqualTo(2);
    assertThat(err()).contains("HYPOTHESIS");
  }
}
