// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.api.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.metadata.MetadataValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FilterTest {
  @Test
  void parsesTheExampleOfTheDocumentation() {
    assertThat(Filter.parse("category = \"recipe\" and date >= 2024-01-01 and not archived"))
        .isEqualTo(
            new Filter.And(
                List.of(
                    Filter.equal("category", "recipe"),
                    Filter.atLeast("date", "2024-01-01"),
                    Filter.equal("archived", true).negated())));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\'',
      value = {
        "a=1 | a = 1",
        "a = 1.50 | a = 1.5",
        "a != -3 | a != -3",
        "a > 1e3 | a > 1000",
        "a | a = true",
        "NOT a OR b AND c | not a = true or (b = true and c = true)",
        "(a or b) and c | (a = true or b = true) and c = true",
        "not (a and b) | not (a = true and b = true)",
        "not not a | not not a = true",
        "author.name exists | author.name exists",
        "x in (\"a\", 2, false) | x in (\"a\", 2, false)",
        "\"two words\" = \"a \\\" b\" | \"two words\" = \"a \\\" b\"",
        "\"and\" = \"C:\\\\x\" | \"and\" = \"C:\\\\x\"",
        "d < 2024-05-31T12:00Z | d < \"2024-05-31T12:00Z\"",
        "größe <= 5 | größe <= 5",
        "contains \"a \\\"b\" | contains \"a \\\"b\"",
        "Contains \" soup* \" and not contains \"cold\" | contains \"soup*\" and not contains \"cold\"",
        "contains or contains = 3 | contains = true or contains = 3",
      })
  void printsAFilterThatParsesToTheSame(String text, String canonical) {
    Filter filter = Filter.parse(text);
    assertThat(filter).hasToString(canonical);
    assertThat(Filter.parse(canonical)).isEqualTo(filter);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\'',
      value = {
        "'' | at its end, expected the name of a field",
        "a = | at its end, expected a value",
        "a = recipe | put strings in quotation marks: \"recipe\"",
        "a = \"x | the quotation mark is not closed",
        "a == 1 | expected a value",
        "a 5 | expected a comparison such as =, in, or exists after the field a",
        "a = 1 b = 2 | at \"b = 2\" (character 7), expected and, or, or the end",
        "(a | expected )",
        "a in 5 | expected (",
        "a in (5 | expected )",
        "a = 2024-13-01 | expected a number, or a date such as 2024-05-31",
        "contains \"warm roo*\" | at \"\"warm roo*\"\" (character 10), expected one word before *",
        "a = 1e999 | expected a number, or a date",
        "and | expected the name of a field",
        "a = 1 ; b | at \"; b\" (character 7)",
      })
  void showsWhereAFilterIsWrong(String text, String problem) {
    assertThatThrownBy(() -> Filter.parse(text))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("is not valid: ")
        .hasMessageContaining(problem);
  }

  @Test
  void limitsNestingAndLength() {
    assertThatThrownBy(() -> Filter.parse("not ".repeat(1000) + "a"))
        .hasMessageContaining("more than 100 levels");
    assertThatThrownBy(() -> Filter.parse("a".repeat(200_000)))
        .hasMessageContaining("the filter has 200000 characters");
  }

  @Test
  void randomFiltersSurvivePrinting() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int i = 0; i < 500; i++) {
      Filter filter = random(random, 3);
      assertThat(Filter.parse(filter.toString())).as("seed " + seed).isEqualTo(filter);
    }
  }

  private static Filter random(Random random, int depth) {
    String field = List.of("a", "x.y", "two words", "not", "Exists", "é").get(random.nextInt(6));
    return switch (depth == 0 ? random.nextInt(3) : random.nextInt(6)) {
      case 0 ->
          new Filter.Comparison(
              field, List.of(Filter.Operator.values()).get(random.nextInt(6)), value(random));
      case 1 -> new Filter.OneOf(field, List.of(value(random), value(random)));
      case 2 -> new Filter.Exists(field);
      case 3 -> new Filter.Not(random(random, depth - 1));
      case 4 -> new Filter.And(two(random, depth));
      default -> new Filter.Or(two(random, depth));
    };
  }

  private static List<Filter> two(Random random, int depth) {
    List<Filter> two = new ArrayList<>();
    two.add(random(random, depth - 1));
    two.add(random(random, depth - 1));
    return two;
  }

  private static MetadataValue value(Random random) {
    return switch (random.nextInt(3)) {
      case 0 -> MetadataValue.of("a\"b\\c" + random.nextInt(9));
      case 1 -> MetadataValue.of(random.nextInt(2000) / 8.0 - 100);
      default -> MetadataValue.of(random.nextBoolean());
    };
  }
}
