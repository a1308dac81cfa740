// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.api.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.isogloss.api.field.FieldType;
import org.isogloss.api.field.FieldTypes;
import org.isogloss.api.filter.Filter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QuerySyntaxTest {
  private static final FieldTypes FIELDS =
      new FieldTypes(
          new TreeMap<>(
              Map.of(
                  "category", FieldType.STRING,
                  "price", FieldType.NUMBER,
                  "sold", FieldType.BOOLEAN,
                  "date", FieldType.DATE,
                  "http", FieldType.STRING,
                  "größe", FieldType.STRING)));

  private static ParsedQuery parse(String text) {
    return QuerySyntax.parse(text, FIELDS);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\'',
      value = {
        "-password login | login | not contains \"password\"",
        "login -password, reset | login reset | not contains \"password\"",
        "login −password | login | not contains \"password\"",
        "+soup warm | soup warm | contains \"soup\"",
        "warm +soup? | warm soup? | contains \"soup\"",
        "docu* of the API | docu of the API | contains \"docu*\"",
        "-docu* api | api | not contains \"docu*\"",
        "the \"warm roof\" of a cat | the warm roof of a cat | contains \"warm roof\"",
        "cat -\"warm roof\" | cat | not contains \"warm roof\"",
        "cat +\"warm roof\" | cat warm roof | contains \"warm roof\"",
        "(\"warm roof\") | (warm roof) | contains \"warm roof\"",
        "\"a dog\" \"a cat\" | a dog a cat | contains \"a dog\" and contains \"a cat\"",
        "soup category:recipe | soup | category = \"recipe\"",
        "soup category:\"main dish\" | soup | category = \"main dish\"",
        "soup -category:recipe | soup | not category = \"recipe\"",
        "soup price:5 sold:true | soup | price = 5 and sold = true",
        "soup date:2024-05 | soup | date = \"2024-05\"",
        "soup language:de | soup | language = \"de\"",
        "soup id:en/1 | soup | id = \"en/1\"",
        "Schuhe größe:XL, rot | Schuhe rot | größe = \"XL\"",
        "soup -e-mail | soup | not contains \"e-mail\"",
        "soup -\"5\" | soup | not contains \"5\"",
      })
  void dividesATextIntoWordsAndConditions(String text, String words, String conditions) {
    ParsedQuery parsed = parse(text);
    assertThat(parsed.text()).isEqualTo(words);
    assertThat(parsed.filter()).contains(Filter.parse(conditions));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\'',
      value = {
        "„warmes Dach“ | warmes Dach | warmes Dach",
        "«toit chaud» | toit chaud | toit chaud",
        "« toit chaud » | toit chaud | toit chaud",
        "»varmt tag« | varmt tag | varmt tag",
        "”varmt tak” | varmt tak | varmt tak",
        "“warm roof” | warm roof | warm roof",
        "¿dónde está \"el gato\"? | ¿dónde está el gato? | el gato",
        "高さは「東京タワー」の | 高さは東京タワーの | 東京タワー",
        "『吾輩は猫である』 | 吾輩は猫である | 吾輩は猫である",
        "高さは\"東京タワー\"です | 高さは東京タワーです | 東京タワー",
        "＂東京＂ | 東京 | 東京",
        "\"서울\"의 인구 | 서울의 인구 | 서울",
        "\"البيت الأبيض\" | البيت الأبيض | البيت الأبيض",
        "״הבית הלבן״ | הבית הלבן | הבית הלבן",
        "\"צה\"ל בחר\" | צה\"ל בחר | צה\"ל בחר",
      })
  void readsTheQuotationMarksOfAllLanguages(String text, String words, String phrase) {
    assertThat(parse(text)).isEqualTo(new ParsedQuery(words, List.of(Filter.contains(phrase))));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\'',
      value = {
        "東京 －大阪 | 東京 | not contains \"大阪\"",
        "東京　＋大阪 | 東京 大阪 | contains \"大阪\"",
        "東京　京＊ | 東京 京 | contains \"京*\"",
        "東京 category：recipe | 東京 | category = \"recipe\"",
        "قطة -كلب | قطة | not contains \"كلب\"",
        "חתול -כלב | חתול | not contains \"כלב\"",
      })
  void readsTheOperatorsOfOtherScripts(String text, String words, String conditions) {
    ParsedQuery parsed = parse(text);
    assertThat(parsed.text()).isEqualTo(words);
    assertThat(parsed.filter()).contains(Filter.parse(conditions));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "C++",
        "-5 °C",
        "+49 30 1234",
        "e-mail",
        "ISO-8859-1",
        "\"unbalanced",
        "\"",
        "\"\"",
        "http://x.y/z",
        "http:// x",
        "12:30",
        "re: invoice",
        "a:b",
        "std::vector",
        "a - b",
        "- item",
        "price:cheap",
        "sold:maybe",
        "date:yesterday",
        "language:klingonese",
        "category:",
        "¿Dónde está el gato?",
        "it's",
        "rock 'n' roll",
        "5\" pipe",
        "5\" or 6\"",
        "צה\"ל",
        "+++",
        "---",
        "--",
        "***",
        "a * b",
        "A* search",
        "5*",
        "**bold**",
        "f**k",
        "ls -l",
        "mvn -Dskip=true",
        "--help",
        "-",
        "+",
        "*",
        ":",
        "😀 -😀",
        "and/or",
        "f(-alpha)",
        "x -/y",
        "  two  spaces  ",
        "",
        " ",
        "「",
        "“foo",
        "-\"",
        "+:",
        "\u200F-",
        "what is \"?\"",
      })
  void leavesOtherTextAsItIs(String text) {
    assertThat(parse(text)).isEqualTo(new ParsedQuery(text, List.of()));
  }

  @Test
  void aMarkOfDirectionIsNoPartOfAWord() {
    assertThat(parse("חתול \u200F-כלב").conditions())
        .containsExactly(Filter.contains("כלב").negated());
  }

  @Test
  void aQueryMayHaveOnlyConditions() {
    assertThat(parse("-password"))
        .isEqualTo(new ParsedQuery("", List.of(Filter.contains("password").negated())));
  }

  @Test
  void aLongTextWithManyOperatorsWasNotTypedAsAQuery() {
    String list = "-item one ".repeat(60);
    assertThat(parse(list)).isEqualTo(new ParsedQuery(list, List.of()));
  }

  @Test
  void aRepeatedConditionIsOne() {
    assertThat(parse("roof* roof* -cat +roof* -cat"))
        .isEqualTo(
            new ParsedQuery(
                "roof roof roof",
                List.of(Filter.parse("contains \"roof*\""), Filter.contains("cat").negated())));
  }

  @Test
  void manyBeginningsOfWordsWouldCostTheTimeOfManySearches() {
    String ten = "aa* ab* ac* ad* ae* -af* +ag* ah* ai* -aj*";
    assertThat(parse(ten).conditions()).hasSize(10);
    assertThat(parse(ten + " aa*").conditions()).hasSize(10);
    assertThat(parse(ten + " ak*")).isEqualTo(new ParsedQuery(ten + " ak*", List.of()));
  }

  @Test
  void takesLinearTime() {
    String marks = "„a ".repeat(50_000) + "\"x -y z: ".repeat(50_000) + ":".repeat(300_000);
    assertTimeoutPreemptively(Duration.ofSeconds(20), () -> parse(marks));
    String invisible = "a*\u200B".repeat(300_000);
    assertTimeoutPreemptively(Duration.ofSeconds(20), () -> parse(invisible));
  }

  @Test
  void everyTextIsAQueryWhoseConditionsCanBePrinted() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    String characters = "ab é猫カ5 \t\u3000\u200F\"“”„«»「」״-−－+＋*＊:：/=.,()'\uD83D\uDE00\\";
    for (int i = 0; i < 20_000; i++) {
      StringBuilder text = new StringBuilder();
      random
          .ints(random.nextInt(12), 0, characters.length())
          .forEach(at -> text.append(characters.charAt(at)));
      ParsedQuery parsed = parse("category " + text);
      for (Filter condition : parsed.conditions()) {
        assertThat(Filter.parse(condition.toString()))
            .as("%s, seed %d", text, seed)
            .isEqualTo(condition);
      }
    }
  }
}
