// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.filter;

import java.util.Set;
import java.util.TreeSet;
import org.isogloss.api.field.FieldType;
import org.isogloss.api.field.FieldTypes;
import org.isogloss.api.filter.Filter;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.util.Excerpt;
import org.isogloss.core.util.NameSuggestions;

/**
 * The fields to which filters and facets can refer: those of the documents, {@code id} and {@code
 * language}.
 *
 * @param types types of the fields of the documents
 */
public record FilterFields(FieldTypes types) {
  /**
   * Checks that the index has a field.
   *
   * @throws IsoglossException if it does not
   */
  public void require(String field) {
    if (!isBuiltIn(field)) {
      typeOf(field);
    }
  }

  static boolean isBuiltIn(String field) {
    return field.equals(Filter.LANGUAGE) || field.equals(Filter.ID);
  }

  /**
   * Returns the type by which a field is ordered and grouped.
   *
   * @throws IsoglossException if the index does not have the field
   */
  public FieldType comparedAs(String field) {
    return isBuiltIn(field) ? FieldType.STRING : typeOf(field);
  }

  /** Returns the type of a field of the documents. */
  FieldType typeOf(String field) {
    return types
        .find(field)
        .orElseThrow(
            () -> {
              Set<String> known = new TreeSet<>(types.types().keySet());
              known.addAll(Set.of(Filter.ID, Filter.LANGUAGE));
              String nearest =
                  NameSuggestions.nearest(field, known)
                      .map(name -> "; did you mean " + name + "?")
                      .orElse("");
              return new IsoglossException(
                  "no document has the field "
                      + Excerpt.quote(field)
                      + ", expected one of "
                      + Excerpt.unquoted(String.join(", ", known))
                      + nearest);
            });
  }
}
