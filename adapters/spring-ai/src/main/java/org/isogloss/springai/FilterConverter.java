// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.springai;

import java.util.Collection;
import java.util.List;
import org.isogloss.api.filter.Filter;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.metadata.MetadataValue;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.vectorstore.filter.Filter.Expression;
import org.springframework.ai.vectorstore.filter.Filter.Group;
import org.springframework.ai.vectorstore.filter.Filter.Operand;
import org.springframework.ai.vectorstore.filter.Filter.Value;

/**
 * Converts filter expressions of Spring AI to filters of Isogloss. Every operator has a
 * counterpart:
 *
 * <ul>
 *   <li>A document without the field meets {@code !=}, {@code NOT IN} and {@code IS NULL}, and no
 *       other comparison. {@code NOT} negates this: such a document meets {@code NOT (year >
 *       2020)}.
 *   <li>A field with a list meets a comparison if one of its values does.
 *   <li>{@code IN} without values is met by no document, {@code NOT IN} without values by every
 *       document.
 *   <li>The keys {@code id} and {@code language} are the id and the language of a document.
 * </ul>
 */
final class FilterConverter {
  private FilterConverter() {}

  /**
   * Returns the filter that an expression describes.
   *
   * @throws IsoglossException if an operand is missing, is of the wrong kind, or is a value that no
   *     field can have
   */
  static Filter convert(Expression expression) {
    return switch (expression.type()) {
      case AND -> condition(expression, expression.left()).and(right(expression));
      case OR -> condition(expression, expression.left()).or(right(expression));
      case NOT -> condition(expression, expression.left()).negated();
      case EQ -> comparison(expression, Filter.Operator.EQUAL);
      case NE -> comparison(expression, Filter.Operator.NOT_EQUAL);
      case LT -> comparison(expression, Filter.Operator.LESS);
      case LTE -> comparison(expression, Filter.Operator.AT_MOST);
      case GT -> comparison(expression, Filter.Operator.GREATER);
      case GTE -> comparison(expression, Filter.Operator.AT_LEAST);
      case IN -> oneOf(expression);
      case NIN -> oneOf(expression).negated();
      case ISNULL -> Filter.exists(field(expression)).negated();
      case ISNOTNULL -> Filter.exists(field(expression));
    };
  }

  private static Filter right(Expression expression) {
    return condition(expression, expression.right());
  }

  private static Filter condition(Expression expression, @Nullable Operand operand) {
    if (operand instanceof Expression condition) {
      return convert(condition);
    }
    if (operand instanceof Group group) {
      return convert(group.content());
    }
    throw unexpected(expression, operand, "a condition");
  }

  private static Filter comparison(Expression expression, Filter.Operator operator) {
    return new Filter.Comparison(
        field(expression), operator, scalar(expression, value(expression)));
  }

  private static Filter oneOf(Expression expression) {
    Collection<?> elements = SpringMetadata.elements(value(expression));
    List<MetadataValue> values =
        elements.stream().map(element -> scalar(expression, element)).toList();
    return values.isEmpty()
        ? Filter.exists(Filter.ID).negated()
        : new Filter.OneOf(field(expression), values);
  }

  private static String field(Expression expression) {
    if (expression.left() instanceof org.springframework.ai.vectorstore.filter.Filter.Key key
        && !key.key().isBlank()) {
      return key.key();
    }
    throw unexpected(expression, expression.left(), "a key");
  }

  private static Object value(Expression expression) {
    if (expression.right() instanceof Value value && value.value() != null) {
      return value.value();
    }
    throw unexpected(expression, expression.right(), "a value");
  }

  private static MetadataValue scalar(Expression expression, Object value) {
    try {
      return SpringMetadata.scalar(value);
    } catch (IllegalArgumentException e) {
      throw new IsoglossException(
          "the filter " + expression.type() + " of " + field(expression) + ": " + e.getMessage(),
          e);
    }
  }

  private static IsoglossException unexpected(
      Expression expression, @Nullable Operand operand, String expected) {
    return new IsoglossException(
        "the filter "
            + expression.type()
            + " has the operand "
            + operand
            + ", expected "
            + expected);
  }
}
