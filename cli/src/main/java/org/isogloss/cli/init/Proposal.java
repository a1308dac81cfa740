// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.init;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.isogloss.cli.option.ProjectFile;
import org.isogloss.core.Language;

/**
 * The options of the commands for a collection.
 *
 * @param index the folder of the index
 * @param model the encoder
 * @param language the language of all documents; empty if it is identified for each
 * @param fields names of fields that differ from the default ones
 */
record Proposal(
    Path collection,
    String index,
    String model,
    Optional<Language> language,
    Optional<FieldGuess> fields) {
  private static final String DEFAULT_MODEL = "compact";

  static Proposal of(Path collection, CollectionSurvey survey, Optional<FieldGuess> fields) {
    boolean oneLanguage =
        survey.languages().size() == 1
            && survey.stated() == 0
            && !survey.languages().firstEntry().getKey().equals(Language.UNDETERMINED);
    return new Proposal(
        collection,
        indexName(collection),
        DEFAULT_MODEL,
        oneLanguage ? Optional.of(survey.languages().firstEntry().getKey()) : Optional.empty(),
        fields);
  }

  private static String indexName(Path collection) {
    String name = collection.toAbsolutePath().normalize().getFileName().toString();
    return name.replaceFirst("\\..*$", "").replaceAll("[^\\p{L}\\p{N}_-]", "-") + "-index";
  }

  Proposal withIndex(String other) {
    return new Proposal(collection, other, model, language, fields);
  }

  Proposal withModel(String other) {
    return new Proposal(collection, index, other, language, fields);
  }

  Proposal withLanguage(Optional<Language> other) {
    return new Proposal(collection, index, model, other, fields);
  }

  /** The file of the folder, see {@link ProjectFile}. */
  String toYaml() {
    StringBuilder yaml = new StringBuilder();
    yaml.append("# Options of the commands of Isogloss that run in this folder; written by")
        .append(" isogloss init.\n# Options on the command line take precedence.")
        .append(" isogloss help guide/search describes them.\nall:\n");
    line(yaml, "index", index);
    yaml.append("index:\n");
    line(yaml, "collection", collection.toString());
    line(yaml, "model", model);
    language.ifPresent(found -> line(yaml, "language", found.tag()));
    fields.ifPresent(
        names -> {
          line(yaml, "id-field", names.id());
          names.title().ifPresent(title -> line(yaml, "title-field", title));
          line(yaml, "text-field", names.text());
        });
    if (Files.isDirectory(collection)) {
      yaml.append("  sync: true # follow the folder: changed, new and deleted files\n");
    }
    return yaml.toString();
  }

  private static void line(StringBuilder yaml, String key, String value) {
    boolean plain =
        value.matches("[\\p{L}/._][\\p{L}\\p{N}/._-]*")
            && !value.matches("(?i)yes|no|on|off|true|false|null|y|n");
    yaml.append("  ").append(key).append(": ");
    yaml.append(plain ? value : "'" + value.replace("'", "''") + "'").append('\n');
  }
}
