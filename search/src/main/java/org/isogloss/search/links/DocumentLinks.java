// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.links;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.io.Checksums;
import org.isogloss.core.json.JsonFile;

/**
 * The documents of an index that are translations or copies of each other. Each document belongs to
 * one text at most.
 *
 * <p>Stored as JSON, one object on each line. The first line describes the others, {@code {"run":
 * 7, "added": 0, "sha256": "..."}}, with the checksum of both numbers and of all bytes after it.
 * Each of the others is a text, {@code {"cosine": 0.95, "documents": {"de": ["a"], "en": ["b",
 * "c"]}}}.
 */
public final class DocumentLinks {
  /** The links of an index in which no document was examined. */
  public static final DocumentLinks NONE = new DocumentLinks(0, 0, List.of());

  private final long run;
  private final long added;
  private final List<LinkedText> texts;
  private final Map<String, LinkedText> textOf;

  /**
   * @param run the last indexing run of which all documents were examined
   * @param added number of documents that were examined since all documents were
   * @param texts the texts, in different documents
   */
  DocumentLinks(long run, long added, List<LinkedText> texts) {
    this.run = run;
    this.added = added;
    this.texts = List.copyOf(texts);
    this.textOf = new HashMap<>();
    for (LinkedText text : texts) {
      for (String id : text.ids()) {
        if (textOf.put(id, text) != null) {
          throw new IllegalArgumentException("the document " + id + " is in two texts");
        }
      }
    }
  }

  long run() {
    return run;
  }

  long added() {
    return added;
  }

  /** The texts. They may contain documents that were deleted since. */
  public List<LinkedText> texts() {
    return texts;
  }

  /** Returns the text of a document; empty if the document is linked with no other. */
  public Optional<LinkedText> text(String documentId) {
    return Optional.ofNullable(textOf.get(documentId));
  }

  /** Returns the links without some documents. */
  public DocumentLinks without(Collection<String> documentIds) {
    Set<String> removed = Set.copyOf(documentIds);
    if (removed.stream().noneMatch(textOf::containsKey)) {
      return this;
    }
    return new DocumentLinks(
        run,
        added,
        texts.stream().flatMap(text -> text.retain(id -> !removed.contains(id)).stream()).toList());
  }

  /** Returns the links for an index to which the run with a number has copied the documents. */
  public DocumentLinks ofRun(long copying) {
    return new DocumentLinks(copying, added, texts);
  }

  /** Returns the stored form. */
  public byte[] toBytes() {
    StringBuilder lines = new StringBuilder();
    for (LinkedText text : texts) {
      ObjectNode line = JsonFile.MAPPER.createObjectNode();
      line.put("cosine", Math.round(text.cosine() * 1e4) / 1e4);
      ObjectNode documents = line.putObject("documents");
      text.documents()
          .forEach(
              (language, ids) -> {
                ArrayNode array = documents.putArray(language);
                ids.forEach(array::add);
              });
      lines.append(line).append('\n');
    }
    ObjectNode header = JsonFile.MAPPER.createObjectNode();
    header.put("run", run).put("added", added);
    header.put("sha256", checksum(run, added, lines.toString()));
    return (header + "\n" + lines).getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Reads the stored form.
   *
   * @param name where it is stored, for messages
   * @throws IsoglossException if it is damaged
   */
  public static DocumentLinks parse(String name, byte[] bytes) {
    String content = new String(bytes, StandardCharsets.UTF_8);
    int end = content.indexOf('\n') + 1;
    try {
      JsonNode header = JsonFile.MAPPER.readTree(content.substring(0, end));
      String lines = content.substring(end);
      long run = header.required("run").asLong();
      long added = header.required("added").asLong();
      if (!header.required("sha256").asText().equals(checksum(run, added, lines))) {
        throw new IllegalArgumentException("the checksum is wrong");
      }
      List<LinkedText> texts = new ArrayList<>();
      for (String line : lines.lines().toList()) {
        texts.add(text(JsonFile.MAPPER.readTree(line)));
      }
      return new DocumentLinks(run, added, texts);
    } catch (IOException | IllegalArgumentException e) {
      throw new IsoglossException(
          name
              + ": the links of documents are damaged ("
              + e.getMessage()
              + "); delete them, and find them again",
          e);
    }
  }

  private static String checksum(long run, long added, String lines) {
    return Checksums.sha256(run + " " + added + "\n" + lines);
  }

  private static LinkedText text(JsonNode line) {
    SortedMap<String, List<String>> documents = new TreeMap<>();
    line.required("documents")
        .properties()
        .forEach(
            entry -> {
              String[] ids = new String[entry.getValue().size()];
              Arrays.setAll(ids, i -> entry.getValue().get(i).asText());
              documents.put(entry.getKey(), List.of(ids));
            });
    return new LinkedText(documents, line.required("cosine").asDouble());
  }
}
