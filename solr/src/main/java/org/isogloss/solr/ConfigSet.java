// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.solr;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.ro.RomanianAnalyzer;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.io.Checksums;
import org.isogloss.search.analysis.LanguageAnalyzers;
import org.isogloss.search.analysis.TextRules;
import org.isogloss.search.manifest.IndexManifest;

/**
 * The schema and the configuration of a collection, made for an index: the text fields of each
 * language have Lucene's analyzer for it, in the version of Solr; vectors have the dimension of the
 * model.
 *
 * <p>Isogloss analyses queries itself and sends terms; text fields therefore take a query as the
 * terms of a phrase, separated by {@link SolrFields#TERM_SEPARATOR}.
 */
final class ConfigSet {
  private static final String NAME_PREFIX = "isogloss-";
  private static final int NAME_DIGITS = 12;

  /** The dimension of the vector fields of an index without vectors, which no passage has. */
  private static final int UNUSED_DIMENSION = 1;

  /**
   * Romanian: since Lucene 10, s and t have a comma below, before a cedilla. Here the letters have
   * a cedilla while they pass the stop words and the stemmer of Solr's Lucene.
   */
  private static final String ROMANIAN =
      """
      <analyzer type="index">
            <charFilter name="mapping" mapping="romanian-cedilla.txt"/>
            <tokenizer name="standard"/>
            <filter name="lowercase"/>
            <filter name="stop" words="romanian-stop.txt"/>
            <filter name="snowballPorter" language="Romanian"/>
            <filter name="patternReplace" pattern="\u015F" replacement="\u0219"/>
            <filter name="patternReplace" pattern="\u0163" replacement="\u021B"/>
          </analyzer>""";

  private final Map<String, byte[]> files;

  private ConfigSet(Map<String, byte[]> files) {
    this.files = files;
  }

  /**
   * Makes the files for an index.
   *
   * @throws IsoglossException if the index has an analyzer of the program, which Solr does not have
   */
  static ConfigSet of(IndexManifest manifest, LanguageAnalyzers analyzers) {
    manifest
        .analyzers()
        .forEach(
            (code, name) -> {
              if (name.startsWith(LanguageAnalyzers.CUSTOM)) {
                throw new IsoglossException(
                    "the analyzer of "
                        + code
                        + " is one of the program, which Solr does not have; use a folder for the"
                        + " index, or the shipped analyzer");
              }
            });
    int dimension = manifest.model().map(IndexManifest.Model::dimension).orElse(UNUSED_DIMENSION);
    String schema =
        resource("schema.xml")
            .replace("${dimension}", Integer.toString(dimension))
            .replace(
                "${languages}",
                languages(manifest.analyzers(), analyzers.withRules(TextRules.NONE)));
    return new ConfigSet(
        Map.of(
            "schema.xml",
            schema.getBytes(UTF_8),
            "solrconfig.xml",
            resource("solrconfig.xml").getBytes(UTF_8),
            "romanian-cedilla.txt",
            resource("romanian-cedilla.txt").getBytes(UTF_8),
            "romanian-stop.txt",
            romanianStopWords().getBytes(UTF_8),
            "gap.txt",
            (SolrFields.TERM_GAP + "\n").getBytes(UTF_8)));
  }

  /** Lucene's stop words, in lower case and with cedillas. */
  private static String romanianStopWords() {
    SortedSet<String> words = new TreeSet<>();
    for (Object word : RomanianAnalyzer.getDefaultStopSet()) {
      words.add(new String((char[]) word).replace('\u0219', '\u015F').replace('\u021B', '\u0163'));
    }
    return String.join("\n", words) + "\n";
  }

  private static String languages(SortedMap<String, String> names, LanguageAnalyzers analyzers) {
    StringBuilder schema = new StringBuilder();
    names.forEach(
        (code, name) -> {
          if (!code.equals("otherwise")) {
            Element.fieldType(schema, code, index(name, analyzers.forLanguage(code)));
          }
        });
    Element.fieldType(
        schema, "other", index(LanguageAnalyzers.DEFAULT_NAME, analyzers.forLanguage("und")));
    return schema.toString();
  }

  /** The index-time analyzer. */
  private static String index(String name, Analyzer analyzer) {
    return switch (name) {
      case "icu" -> icu("<filter name=\"icuNormalizer2\"/>");
      case "icu-simplified" ->
          icu(
              "<filter name=\"icuNormalizer2\"/>"
                  + "<filter name=\"icuTransform\" id=\"Traditional-Simplified\"/>");
      case LanguageAnalyzers.DEFAULT_NAME -> icu("<filter name=\"icuFolding\"/>");
      case "lucene-romanian" -> ROMANIAN;
      default -> "<analyzer type=\"index\" class=\"" + analyzer.getClass().getName() + "\"/>";
    };
  }

  private static String icu(String filters) {
    return "<analyzer type=\"index\"><tokenizer name=\"icu\"/>"
        + filters
        + "<filter name=\"length\" min=\"1\" max=\"255\"/></analyzer>";
  }

  /** Writes elements of the schema. */
  private static final class Element {
    private Element() {}

    /** The type and the fields of a language; {@code other} for all languages without their own. */
    static void fieldType(StringBuilder schema, String code, String indexAnalyzer) {
      schema
          .append("  <fieldType name=\"text_")
          .append(code)
          .append("\" class=\"solr.TextField\">\n    ")
          .append(indexAnalyzer)
          .append("\n    <analyzer type=\"query\">")
          .append("<tokenizer name=\"simplePatternSplit\" pattern=\"&#xE000;\"/>")
          .append("<filter name=\"stop\" words=\"gap.txt\"/></analyzer>\n")
          .append("  </fieldType>\n");
      boolean isOther = code.equals("other");
      for (String field : List.of("text_", "title_")) {
        schema
            .append(isOther ? "  <dynamicField name=\"" : "  <field name=\"")
            .append(field)
            .append(isOther ? "*" : code)
            .append("\" type=\"text_")
            .append(code)
            .append("\" indexed=\"true\" stored=\"false\"")
            // Phrases are found in the text, which includes the title.
            .append(field.equals("title_") ? " omitPositions=\"true\"/>\n" : "/>\n");
      }
    }
  }

  private static String resource(String name) {
    try (InputStream in = ConfigSet.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns a name that depends on the content. */
  String name() {
    MessageDigest digest = Checksums.sha256();
    new TreeMap<>(files)
        .forEach(
            (file, content) -> {
              digest.update(file.getBytes(UTF_8));
              digest.update(content);
            });
    return NAME_PREFIX + Checksums.hex(digest).substring(0, NAME_DIGITS);
  }

  /** Returns the files in a zip archive, as Solr's API for configuration sets accepts it. */
  byte[] zip() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      for (Map.Entry<String, byte[]> file : new TreeMap<>(files).entrySet()) {
        zip.putNextEntry(new ZipEntry(file.getKey()));
        zip.write(file.getValue());
        zip.closeEntry();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }
}
