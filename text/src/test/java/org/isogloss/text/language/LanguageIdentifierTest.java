// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.language;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.isogloss.core.Language;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LanguageIdentifierTest {
  private static final LanguageIdentifier IDENTIFIER = LanguageIdentifier.forAllLanguages();

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
    assertThat(found.confidence()).isLessThan(0.9);
    assertThat(found.reliableLanguage()).isEqualTo(Language.UNDETERMINED);
    assertThat(found.alternatives()).isNotEmpty();
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
    assertThat(few.identify("das ist ein Haus").language()).isEqualTo(Language.of("de"));
    assertThat(few.identify("das ist ein Haus").confidence())
        .isGreaterThan(IDENTIFIER.identify("das ist ein Haus").confidence());
    assertThat(few.identify("Это дом").language()).isEqualTo(Language.UNDETERMINED);
    assertThat(few.identify("北京").language()).isEqualTo(Language.UNDETERMINED);
  }

  @Test
  void foreignWordDoesNotChangeTheLanguage() {
    assertThat(IDENTIFIER.identify("iPhoneを買った").language()).isEqualTo(Language.of("ja"));
    assertThat(IDENTIFIER.identify("我很喜欢这个叫做の的东西，真的非常喜欢，每天都要看一看").language())
        .isEqualTo(Language.of("zh"));
  }

  /**
   * Measures the figures of docs/results/language-identification.md and writes its table into the
   * build folder. The bounds are slightly below the measured figures.
   */
  @ParameterizedTest
  @Tag("slow")
  @CsvSource({
    "10, .537, .217, .993",
    "20, .763, .595, .958",
    "40, .930, .924, .967",
    "80, .978, .977, .986",
    "160, .983, .982, .988",
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
        Language language = Language.of(file.getFileName().toString().substring(0, 3));
        for (String line : lines(file, 1500, 100)) {
          LanguageIdentification found = IDENTIFIER.identify(truncate(line, length));
          boolean agrees = found.language().equals(language);
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

  /**
   * Other lines than those on which the confidence was fitted (the first 40 lines of each file).
   */
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
