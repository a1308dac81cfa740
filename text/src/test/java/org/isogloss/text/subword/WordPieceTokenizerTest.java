// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.subword;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.isogloss.core.IsoglossException;
import org.isogloss.text.TokenizedText;
import org.isogloss.text.Tokenizer;
import org.isogloss.text.contract.TokenizerContractTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WordPieceTokenizerTest extends TokenizerContractTest {
  private static final Path GOLDEN = golden();
  private static final WordPieceTokenizer TOKENIZER =
      WordPieceTokenizer.read(GOLDEN.resolve("vocab.txt"), WordPieceOptions.CASED);
  private static final List<String> SPECIAL = List.of("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]");

  @Override
  protected Tokenizer tokenizer() {
    return TOKENIZER;
  }

  private static Path golden() {
    try {
      return Path.of(WordPieceTokenizerTest.class.getResource("wordpiece").toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void splitsGreedilyIntoTheLongestTokens() {
    assertThat(cased("unaffable", "un", "##aff", "##affa", "##able", "##ble"))
        .containsExactly("un", "##affa", "##ble");
  }

  @Test
  void wordWithAnUnknownPartIsUnknownAsAWhole() {
    assertThat(cased("able unable", "able", "un")).containsExactly("able", "[UNK]");
  }

  @ParameterizedTest
  @CsvSource({"' '", "'\t\n \u00a0\u3000'", "'\u0000\u200b'"})
  void invisibleTextHasNoTokens(String blank) {
    assertThat(TOKENIZER.ids(blank)).isEmpty();
    assertThat(TOKENIZER.tokenize(blank).size()).isZero();
  }

  @Test
  void limitsTheLengthOfWords() {
    WordPieceOptions limited = WordPieceOptions.CASED.withMaxWordLength(3);
    assertThat(tokenStrings(tokenizer(limited, "a", "##a"), "aaa aaaa"))
        .containsExactly("a", "##a", "##a", "[UNK]");
    WordPieceOptions relaxed = WordPieceOptions.CASED.withMaxWordLength(400);
    assertThat(tokenStrings(tokenizer(relaxed, "a", "##a"), "a".repeat(400))).hasSize(400);
    assertThatThrownBy(() -> WordPieceOptions.CASED.withMaxWordLength(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("maxWordLength is 0");
  }

  @Test
  void wordOfMoreThanAHundredCodePointsIsUnknown() {
    assertThat(cased("a".repeat(100), "a", "##a")).hasSize(100);
    assertThat(cased("a".repeat(101), "a", "##a")).containsExactly("[UNK]");
    assertThat(cased("𐐀".repeat(100), "𐐀", "##𐐀")).hasSize(100);
    assertThat(cased("𐐀".repeat(101), "𐐀", "##𐐀")).containsExactly("[UNK]");
  }

  @ParameterizedTest
  @CsvSource({
    "'Ärger', arger",
    "'ARGER', arger",
    "'a\u0308rger', arger",
    "'ar\u200bger', arger", // zero width space is no space
    "'ar\u00adger', arger"
  })
  void uncasedIgnoresCaseAccentsAndInvisibleCharacters(String text, String token) {
    assertThat(tokenStrings(tokenizer(WordPieceOptions.UNCASED, "arger"), text))
        .containsExactly(token);
  }

  @Test
  void lowerCasesWithoutStrippingAccents() {
    var tokenizer =
        tokenizer(WordPieceOptions.UNCASED.withStripAccents(false), "ärger", "arger", "i\u0307");
    assertThat(tokenStrings(tokenizer, "ÄRGER")).containsExactly("ärger");
    assertThat(tokenStrings(tokenizer, "İ")).containsExactly("i\u0307");
  }

  @Test
  void treatsASymbolWithAnAccentAsPunctuation() {
    // ≠ is = with a stroke.
    assertThat(tokenStrings(tokenizer(WordPieceOptions.UNCASED, "a", "=", "b"), "a≠b"))
        .containsExactly("a", "=", "b");
  }

  @Test
  void splitsChineseCharactersIntoWords() {
    assertThat(cased("中国", "中", "国", "##国")).containsExactly("中", "国");
    assertThat(
            tokenStrings(
                tokenizer(WordPieceOptions.CASED.withTokenizeCjk(false), "中", "国", "##国"), "中国"))
        .containsExactly("中", "##国");
  }

  @Test
  void recognisesSpecialTokensInTextOnlyIfEnabled() {
    String text = "a[MASK] b[SEP]";
    assertThat(cased(text, "a", "b", "[", "]", "SEP", "MASK"))
        .containsExactly("a", "[", "MASK", "]", "b", "[", "SEP", "]");
    var trusting = tokenizer(WordPieceOptions.CASED.withSpecialTokensInText(true), "a", "b");
    assertThat(tokenStrings(trusting, text)).containsExactly("a", "[MASK]", "b", "[SEP]");
    assertThat(trusting.tokenize(text).span(1).coveredText(text)).isEqualTo("[MASK]");
  }

  @Test
  void reportsOffsetsInTheOriginalText() {
    String text = "\u200bA\u0308RGER, Ärgerlich 𠀀!";
    TokenizedText tokens =
        tokenizer(WordPieceOptions.UNCASED, "arger", "##lich", ",", "!", "𠀀").tokenize(text);
    List<String> spans = new ArrayList<>();
    for (int i = 0; i < tokens.size(); i++) {
      spans.add(tokens.span(i).coveredText(text));
    }
    assertThat(spans).containsExactly("A\u0308RGER", ",", "Ärger", "lich", "𠀀", "!");
  }

  @Test
  void describesInvalidVocabularies(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("vocab.txt"), "[PAD]\n[UNK]\nthe\n");
    assertThatThrownBy(() -> WordPieceTokenizer.read(file, WordPieceOptions.CASED))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining(file.toString())
        .hasMessageContaining("no [SEP] among the 3 tokens");
    Files.write(file, new byte[] {'a', (byte) 0xFF, '\n'});
    assertThatThrownBy(() -> WordPieceTokenizer.read(file, WordPieceOptions.CASED))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("is not UTF-8");
    Path missing = folder.resolve("none.txt");
    assertThatThrownBy(() -> WordPieceTokenizer.read(missing, WordPieceOptions.CASED))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("none.txt: no such vocabulary file");
  }

  @Test
  void agreesWithTokenizersOnFiftyLanguages() throws IOException {
    assertAgreesOnLines(GOLDEN);
  }

  @Test
  void agreesWithTokenizersOnRandomTextsOfAllUnicode() throws IOException {
    assertAgreesOnCharacters(GOLDEN);
  }

  /** The same test over the whole vocabulary and 90,000 lines; see src/test/python. */
  @Test
  @Tag("slow")
  void agreesWithTokenizersOnLargeFiles() throws IOException {
    String folder = System.getProperty("isogloss.wordpiece");
    assumeTrue(folder != null, "isogloss.wordpiece: no golden folder given");
    assertAgreesOnLines(Path.of(folder));
    assertAgreesOnCharacters(Path.of(folder));
  }

  private static void assertAgreesOnLines(Path folder) throws IOException {
    Path vocabulary = folder.resolve("vocab.txt");
    assertAgrees(
        folder.resolve("lines.tsv.gz"),
        WordPieceTokenizer.read(vocabulary, WordPieceOptions.CASED),
        WordPieceTokenizer.read(vocabulary, WordPieceOptions.UNCASED));
  }

  private static void assertAgreesOnCharacters(Path folder) throws IOException {
    List<String> tokens = new ArrayList<>(SPECIAL);
    for (int c = 0; c < 0xE0200; c++) {
      if ((c < 0x30000 && (c < 0xD800 || c >= 0xE000)) || c >= 0xE0000) {
        tokens.add(Character.toString(c));
        tokens.add("##" + Character.toString(c));
      }
    }
    assertAgrees(
        folder.resolve("characters.tsv.gz"),
        WordPieceTokenizer.of(tokens, WordPieceOptions.CASED),
        WordPieceTokenizer.of(tokens, WordPieceOptions.UNCASED));
  }

  private static void assertAgrees(Path file, Tokenizer cased, Tokenizer uncased)
      throws IOException {
    int lines = 0;
    try (var reader =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.UTF_8))) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        String[] fields = line.split("\t", -1);
        String text = unescape(fields[2]);
        assertThat(cased.ids(text)).as("cased: " + fields[2]).isEqualTo(numbers(fields[0]));
        assertThat(uncased.ids(text)).as("uncased: " + fields[2]).isEqualTo(numbers(fields[1]));
        lines++;
      }
    }
    assertThat(lines).isGreaterThan(300);
  }

  private static int[] numbers(String field) {
    return field.isEmpty()
        ? new int[0]
        : Arrays.stream(field.split(" ", -1)).mapToInt(Integer::parseInt).toArray();
  }

  private static String unescape(String escaped) {
    var text = new StringBuilder();
    for (int i = 0; i < escaped.length(); i++) {
      char c = escaped.charAt(i);
      if (c != '\\') {
        text.append(c);
      } else if (escaped.charAt(++i) == 'u') {
        text.append((char) Integer.parseInt(escaped, i + 1, i + 5, 16));
        i += 4;
      } else {
        text.append('\\');
      }
    }
    return text.toString();
  }

  private static WordPieceTokenizer tokenizer(WordPieceOptions options, String... tokens) {
    List<String> vocabulary = new ArrayList<>(SPECIAL);
    vocabulary.addAll(List.of(tokens));
    return WordPieceTokenizer.of(vocabulary, options);
  }

  private static List<String> cased(String text, String... tokens) {
    return tokenStrings(tokenizer(WordPieceOptions.CASED, tokens), text);
  }

  private static List<String> tokenStrings(Tokenizer tokenizer, String text) {
    return Arrays.stream(tokenizer.ids(text)).mapToObj(tokenizer::token).toList();
  }
}
