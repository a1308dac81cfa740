// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.manifest;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.isogloss.core.ScoreProbability;
import org.isogloss.core.json.JsonFile;
import org.isogloss.core.json.JsonObject;
import org.isogloss.core.json.ProbabilityJson;
import org.isogloss.modelio.adapter.RoleTasks;
import org.isogloss.modelio.file.ModelJson;
import org.isogloss.modelio.format.ModelFormatException;

/** Converts a manifest from and to JSON. */
final class ManifestJson {
  private static final String DIMENSION = "dimension";
  private static final String QUERY_TASK = "query_task";
  private static final String PASSAGE_TASK = "passage_task";

  private ManifestJson() {}

  static ModelManifest read(Path file) {
    JsonObject json = ModelJson.read(file);
    int format = json.intAtLeast("format", 1);
    if (format > ModelManifest.FORMAT) {
      throw json.error(
          "format",
          String.valueOf(format),
          "at most "
              + ModelManifest.FORMAT
              + ": a newer version of Isogloss wrote this model; use that version or a newer one");
    }
    try {
      ModelManifest manifest =
          new ModelManifest(
              json.string("name"),
              json.string("licence"),
              encoding(json.object("encoding")),
              json.findObject("vocabulary").map(ManifestJson::vocabulary),
              json.findObject("words").map(ManifestJson::words),
              json.findObject("probability").map(ManifestJson::probability),
              provenance(json.object("provenance")));
      json.rejectUnknownKeys();
      return manifest;
    } catch (IllegalArgumentException e) {
      throw new ModelFormatException(file, e.getMessage(), e);
    }
  }

  private static EncodingSettings encoding(JsonObject json) {
    EncodingSettings encoding =
        new EncodingSettings(
            json.string("query_prefix"),
            json.string("passage_prefix"),
            json.intAtLeast("max_length", 1),
            json.enumConstant("pooling", Pooling.class),
            json.findIntAtLeast(DIMENSION, 1),
            tasks(json));
    json.rejectUnknownKeys();
    return encoding;
  }

  private static Optional<RoleTasks> tasks(JsonObject json) {
    return json.has(QUERY_TASK) || json.has(PASSAGE_TASK)
        ? Optional.of(new RoleTasks(json.string(QUERY_TASK), json.string(PASSAGE_TASK)))
        : Optional.empty();
  }

  private static VocabularyReference vocabulary(JsonObject json) {
    VocabularyReference vocabulary =
        new VocabularyReference(
            json.string("model"), json.string("tokenizer_sha256"), json.string("vectors_sha256"));
    json.rejectUnknownKeys();
    return vocabulary;
  }

  private static WordLevelScoring words(JsonObject json) {
    WordLevelScoring words = new WordLevelScoring(json.number("prior_odds"));
    json.rejectUnknownKeys();
    return words;
  }

  private static ScoreProbability probability(JsonObject json) {
    ScoreProbability probability = ProbabilityJson.read(json);
    json.rejectUnknownKeys();
    return probability;
  }

  private static Provenance provenance(JsonObject json) {
    List<ProvenanceSource> sources =
        json.objects("sources").stream()
            .map(
                source ->
                    new ProvenanceSource(
                        source.string("name"), source.string("sha256"), source.string("licence")))
            .toList();
    List<EvaluationResult> measured =
        json.objects("measured").stream()
            .map(
                result ->
                    new EvaluationResult(
                        result.string("benchmark"),
                        result.string("measure"),
                        result.number("value")))
            .toList();
    Provenance provenance =
        new Provenance(
            json.string("recipe"), json.integer("seed"), json.string("version"), sources, measured);
    json.rejectUnknownKeys();
    return provenance;
  }

  static ObjectNode toJson(ModelManifest manifest) {
    ObjectNode json = JsonFile.MAPPER.createObjectNode();
    json.put("format", ModelManifest.FORMAT);
    json.put("name", manifest.name());
    json.put("licence", manifest.licence());
    EncodingSettings encoding = manifest.encoding();
    ObjectNode settings = json.putObject("encoding");
    settings
        .put("query_prefix", encoding.queryPrefix())
        .put("passage_prefix", encoding.passagePrefix())
        .put("max_length", encoding.maxLength())
        .put("pooling", encoding.pooling().name().toLowerCase(Locale.ROOT));
    encoding.dimension().ifPresent(dimension -> settings.put(DIMENSION, dimension));
    encoding
        .tasks()
        .ifPresent(
            tasks -> settings.put(QUERY_TASK, tasks.query()).put(PASSAGE_TASK, tasks.passage()));
    manifest
        .vocabulary()
        .ifPresent(
            borrowed ->
                json.putObject("vocabulary")
                    .put("model", borrowed.model())
                    .put("tokenizer_sha256", borrowed.tokenizerSha256())
                    .put("vectors_sha256", borrowed.vectorsSha256()));
    manifest
        .wordScoring()
        .ifPresent(words -> json.putObject("words").put("prior_odds", words.priorOdds()));
    manifest
        .probability()
        .ifPresent(probability -> ProbabilityJson.put(json.putObject("probability"), probability));
    Provenance provenance = manifest.provenance();
    ObjectNode origin = json.putObject("provenance");
    origin
        .put("recipe", provenance.recipe())
        .put("seed", provenance.seed())
        .put("version", provenance.version());
    ArrayNode sources = origin.putArray("sources");
    for (ProvenanceSource source : provenance.sources()) {
      sources
          .addObject()
          .put("name", source.name())
          .put("sha256", source.sha256())
          .put("licence", source.licence());
    }
    ArrayNode measured = origin.putArray("measured");
    for (EvaluationResult result : provenance.results()) {
      measured
          .addObject()
          .put("benchmark", result.benchmark())
          .put("measure", result.measure())
          .put("value", result.value());
    }
    return json;
  }
}
