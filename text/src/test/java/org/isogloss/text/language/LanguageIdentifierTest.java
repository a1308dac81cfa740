// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.language;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeout;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.isogloss.core.Language;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LanguageIdentifierTest {
  private static final LanguageIdentifier IDENTIFIER = LanguageIdentifier.forAllLanguages();

  /** Errors in the short queries that were written for this test. */
  private static final int MAX_WRONG = 3;

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "en; The committee met in the afternoon and decided to wait.",
        "de; Der Ausschuss trat am Nachmittag zusammen und beschloss zu warten.",
        "fr; Le comité s'est réuni dans l'après-midi et a décidé d'attendre.",
        "tr; Komite öğleden sonra toplandı ve beklemeye karar verdi.",
        "vi; Ủy ban đã họp vào buổi chiều và quyết định chờ đợi.",
        "sw; Kamati ilikutana mchana na kuamua kusubiri hadi kesho.",
        "ru; Комитет собрался во второй половине дня и решил подождать.",
        "uk; Комітет зібрався у другій половині дня і вирішив зачекати.",
        "ar; اجتمعت اللجنة بعد الظهر وقررت الانتظار حتى الغد.",
        "ur; کمیٹی کا اجلاس سہ پہر کو ہوا اور انتظار کرنے کا فیصلہ کیا گیا۔",
        "hi; समिति की बैठक दोपहर में हुई और प्रतीक्षा करने का निर्णय लिया गया।",
        "el; Καλημέρα",
        "th; สวัสดี",
        "ko; 안녕",
        "ja; 東京へ行く",
        "zh; 委员会下午开会，决定再等一天",
        "he; שלום",
        "ka; გამარჯობა",
        "bn; আমি বাংলায় গান গাই",
        "as; মই অসমীয়া ভাষাত কথা পাতোঁ, আৰু গান গাওঁ",
        "yi; ייִדיש איז אַ שפּראַך װאָס מען רעדט",
        "zh-Hant; 委員會下午開會，決定再等一天",
        "hi-Latn; samiti ki baithak dopahar mein hui aur intezar karne ka faisla kiya gaya",
      })
  void identifiesLanguages(String language, String text) {
    LanguageIdentification found = IDENTIFIER.identify(text);
    assertThat(found.language()).isEqualTo(Language.of(language));
    assertThat(found.reliable()).isTrue();
    assertThat(found.reliableLanguage()).isEqualTo(found.language());
  }

  @ParameterizedTest
  @CsvSource({"Haus", "chat", "a", "OK", "北京", "Taxi Hotel"})
  void singleWordIsNotReliable(String text) {
    LanguageIdentification found = IDENTIFIER.identify(text);
    assertThat(found.reliable()).isFalse();
    assertThat(found.confidence()).isLessThan(0.8);
    assertThat(found.reliableLanguage()).isEqualTo(Language.UNDETERMINED);
    assertThat(found.alternatives()).isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"asdkjhasd qwlkej", "xqzv blorp", "kjhg kjhg kjhg", "dGhlIGNvbW1pdHRlZSBtZXQ"})
  void randomLettersAreInNoLanguage(String text) {
    assertThat(IDENTIFIER.identify(text).reliable()).isFalse();
  }

  @Test
  void wordsAreInAnyLanguage() throws IOException {
    List<String> doubtful = new ArrayList<>();
    try (var reader = shortQueries()) {
      for (String line : reader.lines().toList()) {
        double probability = LanguageIdentifier.probabilityOfAnyLanguage(line.split("\t")[1]);
        if (probability < 0.95) {
          doubtful.add(line + " " + probability);
        }
      }
    }
    assertThat(doubtful).isEmpty();
    assertThat(LanguageIdentifier.probabilityOfAnyLanguage("asdkjhasd qwlkej")).isLessThan(0.2);
    assertThat(LanguageIdentifier.probabilityOfAnyLanguage("how do I fix a flat tyre?"))
        .isGreaterThan(0.99);
    assertThat(LanguageIdentifier.probabilityOfAnyLanguage("ѓѓѓ ѝѝѝ"))
        .as("not in Latin letters")
        .isOne();
  }

  @Test
  void randomLettersAreSeldomTakenForALanguage() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    int reliable = 0;
    for (int i = 0; i < 500; i++) {
      StringBuilder text = new StringBuilder();
      for (int letter = 0; letter < 16; letter++) {
        text.append(letter == 8 ? ' ' : (char) ('a' + random.nextInt(26)));
      }
      reliable += IDENTIFIER.identify(text.toString()).reliable() ? 1 : 0;
    }
    // 1.8 on average, and 7 in the worst of 400 samples.
    assertThat(reliable).as("seed %d", seed).isLessThan(15);
  }

  @Test
  void textWithoutLettersIsUndetermined() {
    for (String text : List.of("", "  ", "12:30 +49 - 100 %", "🙂")) {
      assertThat(IDENTIFIER.identify(text).language()).isEqualTo(Language.UNDETERMINED);
      assertThat(IDENTIFIER.identify(text).reliable()).isFalse();
    }
  }

  @Test
  void fewerCandidatesRaiseTheConfidence() {
    var few = LanguageIdentifier.restrictedTo(List.of(Language.of("de"), Language.of("en")));
    assertThat(few.identify("die Hand").language()).isEqualTo(Language.of("de"));
    assertThat(few.identify("die Hand").confidence())
        .isGreaterThan(IDENTIFIER.identify("die Hand").confidence());
    assertThat(few.identify("Это дом").language()).isEqualTo(Language.UNDETERMINED);
    assertThat(few.identify("北京").language()).isEqualTo(Language.UNDETERMINED);
  }

  @Test
  void textInAnotherLanguageIsNotReliable() {
    var few = LanguageIdentifier.restrictedTo(List.of(Language.of("de"), Language.of("en")));
    LanguageIdentification found = few.identify("le comité s'est réuni dans l'après-midi");
    assertThat(found.language().code()).isIn("de", "en");
    assertThat(found.reliable()).isFalse();
    assertThat(found.confidence()).isLessThan(0.2);
  }

  @Test
  void priorDecidesWhereTheTextDoesNot() {
    Language spanish = Language.of("es");
    Language portuguese = Language.of("pt");
    assertThat(
            LanguageIdentifier.restrictedTo(Map.of(spanish, 1.0, portuguese, 9.0))
                .identify("casa")
                .language())
        .isEqualTo(portuguese);
    assertThat(
            LanguageIdentifier.restrictedTo(Map.of(spanish, 9.0, portuguese, 1.0))
                .identify("casa")
                .language())
        .isEqualTo(spanish);
    assertThat(
            LanguageIdentifier.restrictedTo(Map.of(spanish, 9.0, portuguese, 1.0))
                .identify("não sei onde está a minha mãe")
                .language())
        .isEqualTo(portuguese);
  }

  @Test
  void foreignWordDoesNotChangeTheLanguage() {
    assertThat(IDENTIFIER.identify("iPhoneを買った").language()).isEqualTo(Language.of("ja"));
    assertThat(IDENTIFIER.identify("我很喜欢这个叫做の的东西，真的非常喜欢，每天都要看一看").language())
        .isEqualTo(Language.of("zh"));
    assertThat(IDENTIFIER.identify("диспетчер соединений Intel Connection Manager").language())
        .isEqualTo(Language.of("ru"));
  }

  @ParameterizedTest
  @CsvSource({
    "wie kann ich the settings of my account ändern, de, en",
    "necesito saber how to reset my password en la página, es, en",
  })
  void findsWordsInASecondLanguage(String text, String language, String embedded) {
    LanguageIdentification found = IDENTIFIER.identify(text);
    assertThat(found.language()).isEqualTo(Language.of(language));
    assertThat(found.embedded()).contains(Language.of(embedded));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Ich war gestern im Museum und habe viele Bilder gesehen",
        "The committee met in the afternoon and decided to wait",
        "instalar Microsoft Office en Windows",
        "OK",
      })
  void textInOneLanguageHasNoSecondOne(String text) {
    assertThat(IDENTIFIER.identify(text).embedded()).isEmpty();
  }

  @Test
  void marksRomanizedTexts() {
    assertThat(IDENTIFIER.identify("ghar se kaam kaise kare").isRomanized()).isTrue();
    assertThat(IDENTIFIER.identify("how to work from home").isRomanized()).isFalse();
    assertThat(LanguageIdentification.isRomanized(Language.of("sr-Latn"))).isFalse();
    var hindi = LanguageIdentifier.restrictedTo(List.of(Language.of("hi"), Language.of("en")));
    assertThat(hindi.identify("ghar se kaam kaise kare").language().tag()).isEqualTo("hi-Latn");
  }

  /** Queries that were written for this test, of 6 to 38 characters. */
  @Test
  void identifiesShortQueries() throws IOException {
    List<String> wrong = new ArrayList<>();
    int count = 0;
    try (var reader = shortQueries()) {
      for (String line : reader.lines().toList()) {
        String[] fields = line.split("\t");
        count++;
        Language found = IDENTIFIER.identify(fields[1]).language();
        if (!found.code().equals(Language.of(fields[0]).code())) {
          wrong.add(line + " -> " + found);
        }
      }
    }
    assertThat(count).isGreaterThan(100);
    assertThat(wrong).hasSizeLessThanOrEqualTo(MAX_WRONG);
  }

  private static BufferedReader shortQueries() {
    return new BufferedReader(
        new InputStreamReader(
            LanguageIdentifierTest.class.getResourceAsStream("short-queries.tsv"),
            StandardCharsets.UTF_8));
  }

  @Test
  void anyTextHasProbabilitiesThatSumToAtMostOne() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    var few = LanguageIdentifier.restrictedTo(List.of(Language.of("de"), Language.of("zh")));
    for (int i = 0; i < 2_000; i++) {
      String text = randomText(random);
      for (LanguageIdentifier identifier : List.of(IDENTIFIER, few)) {
        LanguageIdentification found = identifier.identify(text);
        double sum =
            found.alternatives().stream().mapToDouble(other -> other.confidence()).sum()
                + found.confidence();
        assertThat(sum).as("seed %d, text %s", seed, text).isBetween(0.0, 1 + 1e-9);
        assertThat(found.alternatives())
            .as("seed %d, text %s", seed, text)
            .allMatch(other -> other.confidence() <= found.confidence());
      }
    }
  }

  /** Characters of all planes, unpaired surrogates, marks and words, in any order. */
  private static String randomText(Random random) {
    StringBuilder text = new StringBuilder();
    for (int length = random.nextInt(40); length > 0; length--) {
      switch (random.nextInt(5)) {
        case 0 -> text.append((char) random.nextInt(0x10000));
        case 1 -> text.appendCodePoint(random.nextInt(0x110000));
        case 2 -> text.append((char) (0x300 + random.nextInt(0x70)));
        case 3 -> text.append(' ').append((char) ('a' + random.nextInt(26)));
        default -> text.append((char) ('a' + random.nextInt(26)));
      }
    }
    return text.toString();
  }

  /** Only the first 1,000 characters are read. */
  @Test
  void longTextsTakeBoundedTime() {
    String hostile = "\u0301a\u0489".repeat(3_000_000);
    Duration once = Duration.ofSeconds(30);
    assertTimeout(once, () -> IDENTIFIER.identify(hostile));
    assertThat(IDENTIFIER.identify("der Hund ".repeat(1_000_000)).language())
        .isEqualTo(Language.of("de"));
  }

  /**
   * Measures the figures of docs/results/language-identification.md and writes its table into the
   * build folder. The bounds are slightly below the measured figures.
   */
  @ParameterizedTest
  @Tag("slow")
  @CsvSource({
    "10, .765, .540, .990",
    "20, .910, .825, .993",
    "40, .980, .960, .997",
    "80, .990, .988, .997",
    "160, .994, .990, .998",
  })
  void measuresAccuracyByLength(
      int length, double minAccuracy, double minReliable, double minReliableAccuracy)
      throws IOException {
    String shared = System.getProperty("isogloss.shared");
    assumeTrue(shared != null, "isogloss.shared: no data folder given");
    int texts = 0;
    int correct = 0;
    int reliable = 0;
    int reliableCorrect = 0;
    try (Stream<Path> files = Files.list(Path.of(shared, "data", "benchmarks", "ntrex"))) {
      for (Path file : files.sorted().toList()) {
        String code = Language.of(file.getFileName().toString().substring(0, 3)).code();
        for (String line : lines(file, 1500, 100)) {
          LanguageIdentification found = IDENTIFIER.identify(truncate(line, length));
          boolean agrees = found.language().code().equals(code);
          texts++;
          correct += agrees ? 1 : 0;
          reliable += found.reliable() ? 1 : 0;
          reliableCorrect += found.reliable() && agrees ? 1 : 0;
        }
      }
    }
    double[] measured = {
      (double) correct / texts, (double) reliable / texts, (double) reliableCorrect / reliable
    };
    Files.writeString(
        Path.of("target", "language-identification-" + length + ".txt"),
        String.format(
            Locale.ROOT,
            "| %d | %,d | %.3f | %.3f | %.3f |%n",
            length,
            texts,
            measured[0],
            measured[1],
            measured[2]));
    assertThat(measured[0]).isGreaterThan(minAccuracy);
    assertThat(measured[1]).isGreaterThan(minReliable);
    assertThat(measured[2]).isGreaterThan(minReliableAccuracy);
  }

  private static List<String> lines(Path file, int from, int count) throws IOException {
    try (var reader =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.UTF_8))) {
      return reader.lines().skip(from).limit(count).toList();
    }
  }

  private static String truncate(String line, int length) {
    if (line.length() <= length) {
      return line;
    }
    int space = line.lastIndexOf(' ', length);
    return line.substring(0, space > 0 ? space : length);
  }
}
