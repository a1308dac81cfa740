// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.api.field;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.isogloss.core.Document;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.metadata.Metadata;
import org.isogloss.core.metadata.MetadataValue;
import org.junit.jupiter.api.Test;

class FieldTypesTest {
  private static Document document(String name, MetadataValue value) {
    return new Document("d1", Language.of("en"), "", "text")
        .withMetadata(Metadata.EMPTY.with(name, value));
  }

  private static FieldType typeOf(MetadataValue value) {
    return FieldTypes.NONE.withFieldsOf(document("x", value)).find("x").orElseThrow();
  }

  private static MetadataValue conformed(FieldType type, MetadataValue value) {
    return FieldTypes.NONE
        .declared(Map.of("x", type))
        .conform(document("x", value))
        .find("x")
        .orElseThrow();
  }

  @Test
  void theFirstValueDecides() {
    assertThat(typeOf(MetadataValue.of("recipe"))).isEqualTo(FieldType.STRING);
    assertThat(typeOf(MetadataValue.of(5))).isEqualTo(FieldType.NUMBER);
    assertThat(typeOf(MetadataValue.of(true))).isEqualTo(FieldType.BOOLEAN);
    assertThat(typeOf(MetadataValue.of("2024-05-01"))).isEqualTo(FieldType.DATE);
    assertThat(typeOf(MetadataValue.of("2024"))).isEqualTo(FieldType.STRING);
    assertThat(typeOf(MetadataValue.of("2024-05-01", "soon"))).isEqualTo(FieldType.STRING);
    assertThat(typeOf(new MetadataValue.ListValue(List.of(MetadataValue.of(1)))))
        .isEqualTo(FieldType.NUMBER);
    assertThat(FieldTypes.NONE.withFieldsOf(document("x", MetadataValue.of(" "))).find("x"))
        .as("a blank string has no type")
        .isEmpty();
  }

  @Test
  void builtInFieldsAreStrings() {
    for (String name : List.of("author", "keywords", "description", "subject", "page_starts")) {
      FieldTypes types =
          FieldTypes.NONE.withFieldsOf(document(name, MetadataValue.of("2024-05-01")));
      assertThat(types.find(name)).as(name).contains(FieldType.STRING);
      assertThat(types.conform(document(name, MetadataValue.of("Ada"))).find(name))
          .contains(MetadataValue.of("Ada"));
    }
  }

  @Test
  void laterValuesMustConform() {
    FieldTypes types = FieldTypes.NONE.withFieldsOf(document("year", MetadataValue.of(2024)));
    assertThat(types.conform(document("year", MetadataValue.of("2025"))).find("year"))
        .as("a number written as a string")
        .contains(MetadataValue.of(2025));
    Document endless = document("year", MetadataValue.of("0." + "1".repeat(400)));
    assertThatThrownBy(() -> types.conform(endless)).isInstanceOf(IsoglossException.class);
    assertThatThrownBy(() -> types.conform(document("year", MetadataValue.of("unknown"))))
        .isInstanceOf(IsoglossException.class)
        .hasMessage(
            "document \"d1\": the field \"year\" is the string \"unknown\", but in this index it is"
                + " a number: correct it, or declare it a string when the index is created");
    assertThat(types.conform(document("year", MetadataValue.of(""))).isEmpty()).isTrue();
    FieldTypes dates = FieldTypes.NONE.withFieldsOf(document("d", MetadataValue.of("2024-05-01")));
    assertThatThrownBy(() -> dates.conform(document("d", MetadataValue.of("1.5.2024"))))
        .hasMessageContaining("in this index it is a date");
  }

  @Test
  void convertsToDeclaredTypes() {
    assertThat(conformed(FieldType.STRING, MetadataValue.of(5))).isEqualTo(MetadataValue.of("5"));
    assertThat(conformed(FieldType.NUMBER, MetadataValue.of(" 1.5")))
        .isEqualTo(MetadataValue.of(1.5));
    assertThat(conformed(FieldType.BOOLEAN, MetadataValue.of("true")))
        .isEqualTo(MetadataValue.of(true));
    assertThat(conformed(FieldType.DATE, MetadataValue.of(2024)))
        .isEqualTo(MetadataValue.of("2024"));
    assertThatThrownBy(() -> conformed(FieldType.NUMBER, MetadataValue.of("1e999")))
        .hasMessageContaining("it is a number");
    assertThatThrownBy(
            () ->
                FieldTypes.NONE
                    .declared(Map.of("x", FieldType.DATE))
                    .declared(Map.of("x", FieldType.NUMBER)))
        .hasMessageContaining(
            "the field \"x\" is a date in the index, found the declaration number");
  }

  @Test
  void limitsTheNumberOfFields() {
    Metadata many = Metadata.EMPTY;
    for (int i = 0; i <= 1000; i++) {
      many = many.with("f" + i, MetadataValue.of(i));
    }
    Document document = new Document("d", Language.of("en"), "", "t").withMetadata(many);
    assertThatThrownBy(() -> FieldTypes.NONE.withFieldsOf(document))
        .hasMessageContaining("more than 1000 different fields")
        .hasMessageContaining("names of fields must not contain data");
  }

  @Test
  void readsTheUserDataThatItWrites() {
    FieldTypes types =
        FieldTypes.NONE.declared(Map.of("a b", FieldType.DATE, "c", FieldType.BOOLEAN));
    assertThat(FieldTypes.fromUserData(types.userData())).isEqualTo(types);
    assertThatThrownBy(() -> FieldTypes.fromUserData(Map.of("isogloss.field.x", "?")))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> FieldType.named("text"))
        .hasMessageContaining(
            "unknown type \"text\", expected one of string, number, boolean, date");
  }
}
