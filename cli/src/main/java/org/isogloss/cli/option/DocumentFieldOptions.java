// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.option;

import java.util.Optional;
import java.util.function.Supplier;
import org.isogloss.core.IsoglossException;
import org.isogloss.data.collection.FieldNames;
import picocli.CommandLine.Option;

/** Options that name the fields of documents with unusual keys or columns. */
public final class DocumentFieldOptions {
  private static final String HINT = "--id-field, --title-field, --text-field NAME";

  @Option(
      names = "--id-field",
      paramLabel = "NAME",
      description =
          "Key or column of the ids of documents, also a nested key such as meta.id. Default: the"
              + " first that a document has of id, _id, docid and similar names.")
  private Optional<String> id = Optional.empty();

  @Option(
      names = "--title-field",
      paramLabel = "NAME",
      description = "Key or column of the titles of documents (default: title and similar names).")
  private Optional<String> title = Optional.empty();

  @Option(
      names = "--text-field",
      paramLabel = "NAME",
      description =
          "Key or column of the texts of documents, which every document must have. Default: text,"
              + " contents, body and similar names.")
  private Optional<String> text = Optional.empty();

  /** The names of the fields; those without an option are the defaults. */
  public FieldNames apply(FieldNames defaults) {
    FieldNames names = defaults;
    if (id.isPresent()) {
      names = names.withId(id.get());
    }
    if (title.isPresent()) {
      names = names.withTitle(title.get());
    }
    return text.isPresent() ? names.withRequiredText(text.get()) : names;
  }

  /** The names of the fields of documents. */
  public FieldNames names() {
    return apply(FieldNames.DOCUMENTS);
  }

  /** Distinguishes what is read from the same files with other options; empty without options. */
  public String identity() {
    return names().equals(FieldNames.DOCUMENTS) ? "" : names().toString();
  }

  /** Adds these options to the message about a field that was not found. */
  public static <T> T hint(Supplier<T> action) {
    return OptionHint.add(HINT, DocumentFieldOptions::isAboutNames, action);
  }

  /** Like {@link #hint}, for an action without a result. */
  public static void run(Runnable action) {
    OptionHint.run(HINT, DocumentFieldOptions::isAboutNames, action);
  }

  private static boolean isAboutNames(IsoglossException failure) {
    return failure.getMessage().endsWith("or specify its name")
        || failure.getMessage().endsWith("or specify their names");
  }
}
