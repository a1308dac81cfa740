package org.isogloss.model;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** The manifest as JSON. */
final class ManifestJson {
  private ManifestJson() {}

  static ModelManifest read(Path file) {
    JsonObject json = JsonObject.read(file);
    int format = json.count("format", 1);
    if (format > ModelManifest.FORMAT) {
      throw json.bad(
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
              provenance(json.object("provenance")));
      json.refuseOthers();
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
            json.count("max_length", 1),
            json.constant("pooling", Pooling.class));
    json.refuseOthers();
    return encoding;
  }

  private static BorrowedVocabulary vocabulary(JsonObject json) {
    BorrowedVocabulary vocabulary =
        new BorrowedVocabulary(
            json.string("model"), json.string("tokenizer_sha256"), json.string("vectors_sha256"));
    json.refuseOthers();
    return vocabulary;
  }

  private static WordJudge words(JsonObject json) {
    WordJudge words = new WordJudge(json.number("prior_odds"));
    json.refuseOthers();
    return words;
  }

  private static Provenance provenance(JsonObject json) {
    List<Source> sources =
        json.objects("sources").stream()
            .map(
                source ->
                    new Source(
                        source.string("name"), source.string("sha256"), source.string("licence")))
            .toList();
    List<Measurement> measured =
        json.objects("measured").stream()
            .map(
                result ->
                    new Measurement(
                        result.string("benchmark"),
                        result.string("measure"),
                        result.number("value")))
            .toList();
    Provenance provenance =
        new Provenance(
            json.string("recipe"), json.integer("seed"), json.string("version"), sources, measured);
    json.refuseOthers();
    return provenance;
  }

  static ObjectNode of(ModelManifest manifest) {
    ObjectNode json = Json.MAPPER.createObjectNode();
    json.put("format", ModelManifest.FORMAT);
    json.put("name", manifest.name());
    json.put("licence", manifest.licence());
    EncodingSettings encoding = manifest.encoding();
    json.putObject("encoding")
        .put("query_prefix", encoding.queryPrefix())
        .put("passage_prefix", encoding.passagePrefix())
        .put("max_length", encoding.maxLength())
        .put("pooling", encoding.pooling().name().toLowerCase(Locale.ROOT));
    manifest
        .vocabulary()
        .ifPresent(
            borrowed ->
                json.putObject("vocabulary")
                    .put("model", borrowed.model())
                    .put("tokenizer_sha256", borrowed.tokenizer())
                    .put("vectors_sha256", borrowed.vectors()));
    manifest
        .words()
        .ifPresent(words -> json.putObject("words").put("prior_odds", words.priorOdds()));
    Provenance provenance = manifest.provenance();
    ObjectNode origin = json.putObject("provenance");
    origin
        .put("recipe", provenance.recipe())
        .put("seed", provenance.seed())
        .put("version", provenance.version());
    ArrayNode sources = origin.putArray("sources");
    for (Source source : provenance.sources()) {
      sources
          .addObject()
          .put("name", source.name())
          .put("sha256", source.sha256())
          .put("licence", source.licence());
    }
    ArrayNode measured = origin.putArray("measured");
    for (Measurement result : provenance.measured()) {
      measured
          .addObject()
          .put("benchmark", result.benchmark())
          .put("measure", result.measure())
          .put("value", result.value());
    }
    return json;
  }
}
