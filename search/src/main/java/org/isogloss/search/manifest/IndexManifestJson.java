// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.manifest;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.lucene.util.Version;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.json.JsonFile;
import org.isogloss.core.json.JsonObject;
import org.isogloss.core.util.Excerpt;
import org.isogloss.search.analysis.LanguageAnalyzers;
import org.isogloss.search.analysis.TextRules;
import org.isogloss.text.segmentation.PassageSplitter;

/** Reads and writes {@link IndexManifest}. Error messages name the file and the key. */
public final class IndexManifestJson {
  private static final int MAX_BYTES = 1 << 20;

  private static final String KIND = "index";
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
    JsonObject json = JsonObject.read(file, MAX_BYTES, IndexManifestJson::damaged);
    return new IndexManifestJson(file, analyzers, anyCustom).parse(json);
  }

  /**
   * Reads a manifest that is not in a file of its own.
   *
   * @param shown where it is, for messages
   */
  public static IndexManifest parse(Path shown, ObjectNode json, LanguageAnalyzers analyzers) {
    return new IndexManifestJson(shown, analyzers, false)
        .parse(JsonObject.of(shown, json, IndexManifestJson::damaged));
  }

  private static IsoglossException damaged(Path file, String problem, Throwable cause) {
    return new IsoglossException(
        file + ": the manifest is damaged: " + problem + REINDEX_HINT, cause);
  }

  private IndexManifest parse(JsonObject root) {
    if (!root.findString("kind").equals(Optional.of(KIND))) {
      throw new IsoglossException(
          file + ": is not the manifest of an index, expected \"kind\": \"index\" in it");
    }
    int format = root.intAtLeast("format", 1);
    if (format < IndexManifest.OLDEST_FORMAT || format > IndexManifest.FORMAT) {
      throw new IsoglossException(
          file
              + ": the index has format "
              + format
              + ", this version of Isogloss reads formats "
              + IndexManifest.OLDEST_FORMAT
              + " to "
              + IndexManifest.FORMAT
              + REINDEX_HINT);
    }
    String lucene = root.nonBlankString("lucene");
    requireReadable(lucene);
    Optional<IndexManifest.Model> model =
        root.keys().contains("model") ? Optional.of(model(root.object("model"))) : Optional.empty();
    JsonObject passages = root.object("passages");
    PassageSplitter splitter =
        new PassageSplitter(passages.intAtLeast("max_words", 1), passages.intAtLeast("overlap", 0));
    VectorOptions options = vectors(root.object("vectors"));
    if (model.isEmpty() && !options.equals(VectorOptions.PLAIN)) {
      throw root.error(
          "vectors", options.toString(), VectorOptions.PLAIN + " in an index without a model");
    }
    SortedMap<String, String> analyzers = analyzers(root.object("analyzers"));
    return new IndexManifest(
        lucene,
        model,
        splitter,
        options,
        tokenVectors(root),
        projected(root),
        rules(root),
        root.booleanOrDefault("positions", false),
        analyzers,
        sparse(root));
  }

  /** The quantization and late chunking are absent in indexes of earlier versions. */
  private static VectorOptions vectors(JsonObject vectors) {
    VectorQuantization quantization = VectorQuantization.NONE;
    if (vectors.keys().contains("quantization")) {
      String id = vectors.string("quantization");
      quantization =
          VectorQuantization.find(id)
              .orElseThrow(
                  () ->
                      vectors.error(
                          "quantization",
                          Excerpt.quote(id),
                          "one of " + List.of(VectorQuantization.values())));
    }
    return new VectorOptions(
        vectors.booleanValue("calibrated"),
        vectors.booleanValue("sentences"),
        quantization,
        vectors.booleanOrDefault("late_chunking", false));
  }

  /** The key is absent if the index stores no token vectors. */
  private static Optional<IndexManifest.TokenVectorModel> tokenVectors(JsonObject root) {
    if (!root.keys().contains("token_vectors")) {
      return Optional.empty();
    }
    JsonObject stored = root.object("token_vectors");
    return Optional.of(
        new IndexManifest.TokenVectorModel(
            stored.nonBlankString("model"),
            stored.nonBlankString("fingerprint"),
            stored.intAtLeast("bytes_per_token", 1),
            stored.booleanValue("pooled")));
  }

  /** The key is absent if the index stores no weights of terms. */
  private static Optional<IndexManifest.SparseModel> sparse(JsonObject root) {
    return root.findObject("sparse")
        .map(
            stored ->
                new IndexManifest.SparseModel(
                    stored.nonBlankString("model"), stored.nonBlankString("fingerprint")));
  }

  private static IndexManifest.Model model(JsonObject model) {
    return new IndexManifest.Model(
        model.nonBlankString("name"),
        model.nonBlankString("fingerprint"),
        model.intInRange("dimension", 1, IndexManifest.Model.MAX_DIMENSION));
  }

  /** The key is absent if no frequencies are projected. */
  private static SortedSet<String> projected(JsonObject root) {
    SortedSet<String> codes = new TreeSet<>();
    for (String code : root.strings("projected")) {
      if (Language.find(code).filter(l -> l.code().equals(code)).isEmpty()) {
        throw root.error("projected", Excerpt.quote(code), "codes of languages such as de");
      }
      codes.add(code);
    }
    return codes;
  }

  /** The key is absent in indexes of earlier versions, which do not normalise texts. */
  private static TextRules rules(JsonObject root) {
    if (!root.keys().contains("normalization")) {
      return TextRules.NONE;
    }
    String id = root.string("normalization");
    return TextRules.find(id)
        .orElseThrow(
            () ->
                root.error(
                    "normalization", Excerpt.quote(id), "one of " + List.of(TextRules.values())));
  }

  private void requireReadable(String lucene) {
    try {
      Version created = Version.parse(lucene);
      if (created.major == Version.LATEST.major && !created.onOrAfter(next(Version.LATEST))) {
        return;
      }
    } catch (java.text.ParseException e) {
      throw damaged(
          file,
          "lucene is " + Excerpt.quote(lucene) + ", expected a version such as " + Version.LATEST,
          e);
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

  private SortedMap<String, String> analyzers(JsonObject json) {
    SortedMap<String, String> analyzers = new TreeMap<>();
    for (String language : json.keys()) {
      analyzers.put(language, json.string(language));
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
    return Excerpt.unquoted(name.substring(isCustom(name) ? LanguageAnalyzers.CUSTOM.length() : 0));
  }

  /** The names of analyzers in the form in which the manifest lists them. */
  public static SortedMap<String, String> names(LanguageAnalyzers analyzers) {
    SortedMap<String, String> names = analyzers.names();
    names.put("otherwise", LanguageAnalyzers.DEFAULT_NAME);
    return names;
  }

  /** Writes the manifest atomically. */
  public static void write(Path folder, IndexManifest manifest) {
    JsonFile.write(folder.resolve(IndexManifest.FILE), json(manifest));
  }

  /** Returns the JSON that {@link #parse(Path, ObjectNode, LanguageAnalyzers)} reads. */
  public static ObjectNode json(IndexManifest manifest) {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    root.put("kind", KIND);
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
        .put("sentences", manifest.vectors().sentences())
        .put("quantization", manifest.vectors().quantization().id())
        .put("late_chunking", manifest.vectors().lateChunking());
    manifest
        .tokenVectors()
        .ifPresent(
            stored ->
                root.putObject("token_vectors")
                    .put("model", stored.name())
                    .put("fingerprint", stored.fingerprint())
                    .put("bytes_per_token", stored.bytesPerToken())
                    .put("pooled", stored.pooled()));
    manifest
        .sparse()
        .ifPresent(
            stored ->
                root.putObject("sparse")
                    .put("model", stored.name())
                    .put("fingerprint", stored.fingerprint()));
    if (!manifest.projectedLanguages().isEmpty()) {
      manifest.projectedLanguages().forEach(root.putArray("projected")::add);
    }
    root.put("normalization", manifest.rules().id());
    root.put("positions", manifest.positions());
    ObjectNode analyzers = root.putObject("analyzers");
    manifest.analyzers().forEach(analyzers::put);
    return root;
  }
}
