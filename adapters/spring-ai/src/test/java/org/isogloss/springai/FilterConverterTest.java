// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.springai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.Date;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.metadata.MetadataValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.ai.vectorstore.filter.Filter;
import org.springframework.ai.vectorstore.filter.Filter.ExpressionType;
import org.springframework.ai.vectorstore.filter.FilterExpressionBuilder;
import org.springframework.ai.vectorstore.filter.FilterExpressionTextParser;

class FilterConverterTest {
  private static final FilterExpressionBuilder BUILDER = new FilterExpressionBuilder();

  private static String converted(Filter.Expression expression) {
    return FilterConverter.convert(expression).toString();
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = "->",
      quoteCharacter = '`',
      textBlock =
          """
          country == 'BG'                          -> country = "BG"
          year != 2020                             -> year != 2020
          price < 15.5                             -> price < 15.5
          price <= 15.5                            -> price <= 15.5
          year > 2020                              -> year > 2020
          year >= 2020                             -> year >= 2020
          views > 3000000000L                      -> views > 3000000000
          active == true                           -> active = true
          country IN ['BG', 'NL']                  -> country in ("BG", "NL")
          year NOT IN [2020, 2021]                 -> not year in (2020, 2021)
          year IS NULL                             -> not year exists
          year IS NOT NULL                         -> year exists
          NOT (year > 2020)                        -> not year > 2020
          a == 1 && b == 2                         -> a = 1 and b = 2
          a == 1 || b == 2 && c == 3               -> a = 1 or (b = 2 and c = 3)
          (a == 1 || b == 2) && c == 3             -> (a = 1 or b = 2) and c = 3
          'my field' == "it's"                     -> "my field" = "it's"
          author.name == 'Ada'                     -> author.name = "Ada"
          """)
  void textExpressionsBecomeFilters(String expression, String filter) {
    assertThat(converted(new FilterExpressionTextParser().parse(expression))).isEqualTo(filter);
  }

  @Test
  void everyOperatorIsConverted() {
    Map<ExpressionType, Filter.Expression> all =
        Map.ofEntries(
            Map.entry(
                ExpressionType.AND, BUILDER.and(BUILDER.eq("a", 1), BUILDER.eq("b", 2)).build()),
            Map.entry(
                ExpressionType.OR, BUILDER.or(BUILDER.eq("a", 1), BUILDER.eq("b", 2)).build()),
            Map.entry(ExpressionType.NOT, BUILDER.not(BUILDER.eq("a", 1)).build()),
            Map.entry(ExpressionType.EQ, BUILDER.eq("a", 1).build()),
            Map.entry(ExpressionType.NE, BUILDER.ne("a", 1).build()),
            Map.entry(ExpressionType.GT, BUILDER.gt("a", 1).build()),
            Map.entry(ExpressionType.GTE, BUILDER.gte("a", 1).build()),
            Map.entry(ExpressionType.LT, BUILDER.lt("a", 1).build()),
            Map.entry(ExpressionType.LTE, BUILDER.lte("a", 1).build()),
            Map.entry(ExpressionType.IN, BUILDER.in("a", 1, 2).build()),
            Map.entry(ExpressionType.NIN, BUILDER.nin("a", 1, 2).build()),
            Map.entry(ExpressionType.ISNULL, BUILDER.isNull("a").build()),
            Map.entry(ExpressionType.ISNOTNULL, BUILDER.isNotNull("a").build()));
    assertThat(all.keySet()).isEqualTo(EnumSet.allOf(ExpressionType.class));
    Set<String> distinct =
        Set.copyOf(all.values().stream().map(FilterConverterTest::converted).toList());
    assertThat(distinct).hasSize(all.size());
  }

  @Test
  void datesAreComparedAsIsoStrings() {
    Instant time = Instant.parse("2024-05-31T12:30:00Z");
    assertThat(converted(BUILDER.gte("date", Date.from(time)).build()))
        .isEqualTo(converted(BUILDER.gte("date", time).build()))
        .isEqualTo("date >= \"2024-05-31T12:30:00Z\"");
  }

  @Test
  void aSingleValueIsAListOfOne() {
    assertThat(
            FilterConverter.convert(
                new Filter.Expression(
                    ExpressionType.IN, new Filter.Key("country"), new Filter.Value("BG"))))
        .isEqualTo(
            new org.isogloss.api.filter.Filter.OneOf("country", List.of(MetadataValue.of("BG"))));
  }

  @Test
  void rejectsValuesThatNoFieldHas() {
    assertThatThrownBy(() -> FilterConverter.convert(BUILDER.eq("a", Map.of("b", 1)).build()))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("the filter EQ of a: found a value of the type")
        .hasMessageContaining("expected a string, number, boolean, date");
    assertThatThrownBy(() -> FilterConverter.convert(BUILDER.eq("a", List.of(1, 2)).build()))
        .isInstanceOf(IsoglossException.class);
    assertThatThrownBy(() -> FilterConverter.convert(BUILDER.gt("a", Double.NaN).build()))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("found NaN, expected a finite number");
  }

  @Test
  void rejectsOperandsOfTheWrongKind() {
    Filter.Key key = new Filter.Key("a");
    Filter.Value value = new Filter.Value(1);
    assertThatThrownBy(
            () -> FilterConverter.convert(new Filter.Expression(ExpressionType.EQ, value, value)))
        .isInstanceOf(IsoglossException.class)
        .hasMessage("the filter EQ has the operand Value[value=1], expected a key");
    assertThatThrownBy(() -> FilterConverter.convert(new Filter.Expression(ExpressionType.EQ, key)))
        .isInstanceOf(IsoglossException.class)
        .hasMessage("the filter EQ has the operand null, expected a value");
    assertThatThrownBy(
            () -> FilterConverter.convert(new Filter.Expression(ExpressionType.NOT, key)))
        .isInstanceOf(IsoglossException.class)
        .hasMessage("the filter NOT has the operand Key[key=a], expected a condition");
    assertThatThrownBy(
            () ->
                FilterConverter.convert(
                    new Filter.Expression(ExpressionType.AND, BUILDER.eq("a", 1).build())))
        .isInstanceOf(IsoglossException.class)
        .hasMessage("the filter AND has the operand null, expected a condition");
  }
}
