// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.manifest;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.lucene.util.Version;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.io.AtomicFile;
import org.isogloss.core.io.FileErrors;
import org.isogloss.search.analysis.LanguageAnalyzers;
import org.isogloss.text.segmentation.PassageSplitter;

/** Reads and writes {@link IndexManifest}. Error messages name the file and the key. */
public final class IndexManifestJson {
  private static final int MAX_BYTES = 1 << 20;

  /** Upper limit for a plausible dimension; no model has longer vectors. */
  private static final int MAX_DIMENSION = 1 << 16;

  private static final int MAX_QUOTED_CHARACTERS = 80;

  private static final ObjectMapper MAPPER =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
  private static final String REINDEX_HINT = "; index the collection again into another folder";

  private final Path file;
  private final LanguageAnalyzers analyzers;
  private final boolean anyCustom;

  private IndexManifestJson(Path file, LanguageAnalyzers analyzers, boolean anyCustom) {
    this.file = file;
    this.analyzers = analyzers;
    this.anyCustom = anyCustom;
  }

  /** Reads the manifest of an index that was created with the given analyzers. */
  static IndexManifest read(Path folder, LanguageAnalyzers analyzers) {
    return read(folder, analyzers, false);
  }

  /**
   * Reads the manifest of an index whose texts the caller does not analyse; accepts any custom
   * analyzers.
   */
  public static IndexManifest readWithAnyCustomAnalyzers(Path folder) {
    return read(folder, LanguageAnalyzers.shipped(), true);
  }

  private static IndexManifest read(Path folder, LanguageAnalyzers analyzers, boolean anyCustom) {
    Path file = folder.resolve(IndexManifest.FILE);
    if (!Files.isRegularFile(file)) {
      throw new IsoglossException(
          folder
              + (Files.isDirectory(folder) ? ": is not an index" : ": no such index")
              + ", expected a folder with "
              + IndexManifest.FILE
              + " in it; create the index first");
    }
    try {
      if (Files.size(file) > MAX_BYTES) {
        throw new IsoglossException(
            file
                + ": the manifest is damaged: found "
                + Files.size(file)
                + " bytes, expected at most "
                + MAX_BYTES
                + REINDEX_HINT);
      }
      return new IndexManifestJson(file, analyzers, anyCustom)
          .parse(MAPPER.readTree(Files.readAllBytes(file)));
    } catch (JsonProcessingException e) {
      throw new IsoglossException(
          file + ": the manifest is damaged: " + e.getOriginalMessage() + REINDEX_HINT, e);
    } catch (IOException e) {
      throw FileErrors.cannotRead(file, e);
    }
  }

  private IndexManifest parse(JsonNode root) {
    if (!root.path("kind").asText().equals("index")) {
      throw new IsoglossException(
          file + ": is not the manifest of an index, expected \"kind\": \"index\" in it");
    }
    int format = integer(root, "format", 1, Integer.MAX_VALUE);
    if (format != IndexManifest.FORMAT) {
      throw new IsoglossException(
          file
              + ": the index has format "
              + format
              + ", this version of Isogloss reads format "
              + IndexManifest.FORMAT
              + REINDEX_HINT);
    }
    String lucene = text(root, "lucene");
    requireReadable(lucene);
    Optional<IndexManifest.Model> model =
        root.has("model") ? Optional.of(model(object(root, "model"))) : Optional.empty();
    JsonNode passages = object(root, "passages");
    PassageSplitter splitter =
        new PassageSplitter(
            integer(passages, "max_words", 1, Integer.MAX_VALUE),
            integer(passages, "overlap", 0, Integer.MAX_VALUE));
    JsonNode vectors = object(root, "vectors");
    VectorOptions options =
        new VectorOptions(booleanValue(vectors, "calibrated"), booleanValue(vectors, "sentences"));
    if (model.isEmpty() && !options.equals(VectorOptions.PLAIN)) {
      throw damaged("vectors", vectors.toString(), "both false in an index without a model");
    }
    SortedMap<String, String> analyzers = analyzers(object(root, "analyzers"));
    return new IndexManifest(lucene, model, splitter, options, projected(root), analyzers);
  }

  private IndexManifest.Model model(JsonNode node) {
    return new IndexManifest.Model(
        text(node, "name"),
        text(node, "fingerprint"),
        integer(node, "dimension", 1, MAX_DIMENSION));
  }

  /** The key is absent if no frequencies are projected. */
  private SortedSet<String> projected(JsonNode root) {
    SortedSet<String> codes = new TreeSet<>();
    JsonNode list = root.path("projected");
    if (!list.isMissingNode() && !list.isArray()) {
      throw damaged("projected", list.toString(), "a list of languages");
    }
    for (JsonNode code : list) {
      String text = code.asText();
      if (!code.isTextual() || Language.find(text).filter(l -> l.code().equals(text)).isEmpty()) {
        throw damaged("projected", code.toString(), "codes of languages such as de");
      }
      codes.add(text);
    }
    return codes;
  }

  private void requireReadable(String lucene) {
    try {
      Version created = Version.parse(lucene);
      if (created.major == Version.LATEST.major && !created.onOrAfter(next(Version.LATEST))) {
        return;
      }
    } catch (java.text.ParseException e) {
      throw damaged("lucene", "\"" + lucene + "\"", "a version such as " + Version.LATEST, e);
    }
    throw new IsoglossException(
        file
            + ": the index was created with Lucene "
            + lucene
            + ", this version of Isogloss reads indexes of Lucene "
            + Version.LATEST.major
            + ".0 to "
            + Version.LATEST
            + REINDEX_HINT);
  }

  private static Version next(Version version) {
    return Version.fromBits(version.major, version.minor, version.bugfix + 1);
  }

  private SortedMap<String, String> analyzers(JsonNode node) {
    SortedMap<String, String> analyzers = new TreeMap<>();
    for (Map.Entry<String, JsonNode> entry : node.properties()) {
      if (!entry.getValue().isTextual()) {
        throw damaged("analyzers", entry.getValue().toString(), "names of analyzers");
      }
      analyzers.put(entry.getKey(), entry.getValue().asText());
    }
    SortedMap<String, String> used = names(this.analyzers);
    Set<String> languages = new TreeSet<>(used.keySet());
    analyzers.keySet().stream()
        .filter(language -> isCustom(analyzers.get(language)))
        .forEach(languages::add);
    for (String language : languages) {
      String name = used.getOrDefault(language, LanguageAnalyzers.DEFAULT_NAME);
      String found =
          analyzers.getOrDefault(
              language, isCustom(name) ? LanguageAnalyzers.DEFAULT_NAME : "none");
      if (!found.equals(name) && !(anyCustom && isCustom(found))) {
        throw analyzerMismatch(language, found, name);
      }
    }
    return analyzers;
  }

  private IsoglossException analyzerMismatch(String language, String found, String used) {
    boolean byCaller = isCustom(found) || isCustom(used);
    return new IsoglossException(
        file
            + ": \""
            + language
            + "\" was analysed by "
            + displayName(found)
            + (byCaller ? ", found the analyzer " : ", this version of Isogloss uses ")
            + displayName(used)
            + (byCaller
                ? "; use the analyzer with which the index was created, or"
                    + REINDEX_HINT.substring(1)
                : REINDEX_HINT));
  }

  private static boolean isCustom(String name) {
    return name.startsWith(LanguageAnalyzers.CUSTOM);
  }

  private static String displayName(String name) {
    String custom = name.substring(isCustom(name) ? LanguageAnalyzers.CUSTOM.length() : 0);
    return custom.length() <= MAX_QUOTED_CHARACTERS
        ? custom
        : custom.substring(0, MAX_QUOTED_CHARACTERS) + "...";
  }

  /** The names of analyzers in the form in which the manifest lists them. */
  public static SortedMap<String, String> names(LanguageAnalyzers analyzers) {
    SortedMap<String, String> names = analyzers.names();
    names.put("otherwise", LanguageAnalyzers.DEFAULT_NAME);
    return names;
  }

  private JsonNode object(JsonNode node, String key) {
    JsonNode value = node.path(key);
    if (!value.isObject()) {
      throw damaged(key, value.isMissingNode() ? "nothing" : value.toString(), "an object");
    }
    return value;
  }

  private String text(JsonNode node, String key) {
    JsonNode value = node.path(key);
    if (!value.isTextual() || value.asText().isBlank()) {
      throw damaged(key, value.isMissingNode() ? "nothing" : value.toString(), "a text");
    }
    return value.asText();
  }

  private boolean booleanValue(JsonNode node, String key) {
    JsonNode value = node.path(key);
    if (!value.isBoolean()) {
      throw damaged(key, value.isMissingNode() ? "nothing" : value.toString(), "true or false");
    }
    return value.asBoolean();
  }

  private int integer(JsonNode node, String key, int min, int max) {
    JsonNode value = node.path(key);
    if (!value.canConvertToInt()
        || !value.isIntegralNumber()
        || value.asInt() < min
        || value.asInt() > max) {
      throw damaged(
          key,
          value.isMissingNode() ? "nothing" : value.toString(),
          max == Integer.MAX_VALUE
              ? "a whole number of " + min + " or more"
              : "a whole number from " + min + " to " + max);
    }
    return value.asInt();
  }

  private IsoglossException damaged(String key, String found, String expected) {
    return damaged(key, found, expected, null);
  }

  private IsoglossException damaged(String key, String found, String expected, Throwable cause) {
    return new IsoglossException(
        file
            + ": the manifest is damaged: found "
            + (found.length() <= MAX_QUOTED_CHARACTERS
                ? found
                : found.substring(0, MAX_QUOTED_CHARACTERS) + "...")
            + " under \""
            + key
            + "\", expected "
            + expected
            + REINDEX_HINT,
        cause);
  }

  /** Writes the manifest atomically. */
  public static void write(Path folder, IndexManifest manifest) {
    AtomicFile.write(
        folder.resolve(IndexManifest.FILE),
        out ->
            out.write(MAPPER.writerWithDefaultPrettyPrinter().writeValueAsBytes(json(manifest))));
  }

  private static ObjectNode json(IndexManifest manifest) {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    root.put("kind", "index");
    root.put("format", IndexManifest.FORMAT);
    root.put("lucene", manifest.lucene());
    manifest
        .model()
        .ifPresent(
            model ->
                root.putObject("model")
                    .put("name", model.name())
                    .put("fingerprint", model.fingerprint())
                    .put("dimension", model.dimension()));
    root.putObject("passages")
        .put("max_words", manifest.passages().maxWords())
        .put("overlap", manifest.passages().overlap());
    root.putObject("vectors")
        .put("calibrated", manifest.vectors().calibrated())
        .put("sentences", manifest.vectors().sentences());
    if (!manifest.projectedLanguages().isEmpty()) {
      manifest.projectedLanguages().forEach(root.putArray("projected")::add);
    }
    ObjectNode analyzers = root.putObject("analyzers");
    manifest.analyzers().forEach(analyzers::put);
    return root;
  }
}
