// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.search;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.Collectors;
import org.isogloss.cli.console.Console;
import org.isogloss.core.Hit;
import org.isogloss.core.IsoglossException;
import org.isogloss.measure.Hubness;
import org.isogloss.search.SearchIndex;
import org.isogloss.search.manifest.IndexManifest;
import org.isogloss.search.manifest.VectorQuantization;
import org.isogloss.search.storage.IndexLocation;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code isogloss index info}. */
@Command(
    name = "info",
    mixinStandardHelpOptions = true,
    description =
        "Print what an index contains: its model, documents, passages, languages, fields and"
            + " translation tables.")
final class IndexInfoCommand extends IndexSubcommand {
  @Option(names = "--json", description = "Print one JSON object instead of a table.")
  private boolean json;

  @Option(
      names = "--hubness",
      description =
          "Measure also whether a few passages are neighbours of many: the skewness of"
              + " 10-occurrences among at most 4,096 passages. Takes seconds.")
  private boolean hubness;

  IndexInfoCommand(Console console) {
    super(console);
  }

  @Override
  public Integer call() {
    IndexLocation shown = location();
    try (SearchIndex index = SearchIndex.open(shown)) {
      long bytes = shown.sizeOnDisk();
      Optional<Neighbourhood> neighbours =
          hubness ? Optional.of(Neighbourhood.of(index, shown.name())) : Optional.empty();
      if (json) {
        ObjectNode root = toJson(index, bytes);
        neighbours.ifPresent(found -> found.writeTo(root.putObject("hubness")));
        console.printJson(root.toPrettyString());
      } else {
        print(index, shown.name(), bytes);
        neighbours.ifPresent(found -> console.printRow("hubness", found.toString()));
      }
    }
    return 0;
  }

  /** The hubness of some passages. */
  private record Neighbourhood(List<Hit> passages, Hubness hubness) {
    private static final int NEIGHBOURS = 10;
    private static final int SAMPLE_SIZE = 4096;

    static Neighbourhood of(SearchIndex index, String name) {
      SequencedMap<Hit, float[]> sample = index.sampleVectors(SAMPLE_SIZE);
      if (sample.size() <= NEIGHBOURS) {
        throw new IsoglossException(
            name
                + ": the index has "
                + Console.formatCount(sample.size(), "vector", "vectors")
                + " of passages, but hubness needs more than "
                + NEIGHBOURS);
      }
      float[][] vectors = sample.values().toArray(float[][]::new);
      return new Neighbourhood(List.copyOf(sample.keySet()), Hubness.of(vectors, NEIGHBOURS));
    }

    private Hit hub() {
      return passages.get(hubness.largestHub());
    }

    private int hubOccurrence() {
      return hubness.occurrences()[hubness.largestHub()];
    }

    @Override
    public String toString() {
      return String.format(
          Locale.ROOT,
          "skewness %.2f of the %d-occurrence of %s passages; %.0f %% are nobody's neighbour,"
              + " passage %d of %s is that of %s",
          hubness.skewness(),
          NEIGHBOURS,
          Console.formatCount(passages.size()),
          100 * hubness.antihubShare(),
          hub().passage(),
          hub().documentId(),
          Console.formatCount(hubOccurrence()));
    }

    void writeTo(ObjectNode node) {
      node.put("neighbours", NEIGHBOURS);
      node.put("passages", passages.size());
      node.put("skewness", hubness.skewness());
      node.put("antihub_share", hubness.antihubShare());
      node.putObject("largest_hub")
          .put("id", hub().documentId())
          .put("passage", hub().passage())
          .put("occurrence", hubOccurrence());
    }
  }

  private void print(SearchIndex index, String shown, long bytes) {
    IndexManifest manifest = index.manifest();
    console.printRow("index", shown);
    console.printRow(
        "model",
        manifest
            .model()
            .map(model -> model.name() + ", " + model.dimension() + " dimensions")
            .orElse("none"));
    if (manifest.model().isPresent()) {
      console.printRow(
          "vectors",
          (manifest.vectors().sentences() ? "of passages and sentences" : "of passages")
              + (manifest.vectors().calibrated() ? ", calibrated by language" : "")
              + (manifest.vectors().quantization() == VectorQuantization.NONE
                  ? ""
                  : ", " + manifest.vectors().quantization() + " in graphs")
              + (manifest.vectors().lateChunking() ? ", in the context of documents" : ""));
    }
    manifest
        .tokenVectors()
        .ifPresent(
            stored ->
                console.printRow(
                    "tokens",
                    "vectors of " + stored.name() + ", " + stored.bytesPerToken() + " bytes each"));
    manifest
        .sparse()
        .ifPresent(stored -> console.printRow("sparse", "weights of terms by " + stored.name()));
    console.printRow("documents", Console.formatCount(index.documentCount()));
    console.printRow(
        "passages",
        Console.formatCount(index.passageCount())
            + ", of at most "
            + manifest.passages().maxWords()
            + " words");
    console.printRow(
        "languages",
        index.passagesPerLanguage().entrySet().stream()
            .map(entry -> entry.getKey().tag() + " " + Console.formatCount(entry.getValue()))
            .collect(Collectors.joining(", ", "passages in ", "")));
    if (!index.fieldTypes().isEmpty()) {
      console.printRow(
          "fields",
          index.fieldTypes().entrySet().stream()
              .map(entry -> entry.getKey() + " (" + entry.getValue() + ")")
              .collect(Collectors.joining(", ")));
    }
    if (!index.translationPairs().isEmpty()) {
      console.printRow("tables", String.join(", ", index.translationPairs()));
    }
    if (!manifest.projectedLanguages().isEmpty()) {
      console.printRow("projected", String.join(", ", manifest.projectedLanguages()));
    }
    console.printRow("on disk", String.format(Locale.ROOT, "%.1f MB", bytes / 1e6));
    console.printRow("created with", "Lucene " + manifest.lucene());
  }

  private static ObjectNode toJson(SearchIndex index, long bytes) {
    IndexManifest manifest = index.manifest();
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    manifest
        .model()
        .ifPresent(
            model ->
                root.putObject("model")
                    .put("name", model.name())
                    .put("fingerprint", model.fingerprint())
                    .put("dimension", model.dimension()));
    root.put("sentence_vectors", manifest.vectors().sentences());
    root.put("calibrated", manifest.vectors().calibrated());
    root.put("quantization", manifest.vectors().quantization().id());
    root.put("late_chunking", manifest.vectors().lateChunking());
    manifest
        .tokenVectors()
        .ifPresent(
            stored ->
                root.putObject("token_vectors")
                    .put("model", stored.name())
                    .put("fingerprint", stored.fingerprint())
                    .put("bytes_per_token", stored.bytesPerToken()));
    manifest
        .sparse()
        .ifPresent(
            stored ->
                root.putObject("sparse")
                    .put("model", stored.name())
                    .put("fingerprint", stored.fingerprint()));
    root.put("documents", index.documentCount());
    root.put("passages", index.passageCount());
    root.put("passage_words", manifest.passages().maxWords());
    ObjectNode languages = root.putObject("languages");
    index.passagesPerLanguage().forEach((one, count) -> languages.put(one.tag(), count));
    ObjectNode fields = root.putObject("fields");
    index.fieldTypes().forEach((name, type) -> fields.put(name, type.toString()));
    ArrayNode tables = root.putArray("tables");
    index.translationPairs().forEach(tables::add);
    root.put("bytes", bytes);
    root.put("lucene", manifest.lucene());
    return root;
  }
}
