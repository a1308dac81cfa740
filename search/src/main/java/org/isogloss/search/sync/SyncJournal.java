// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.sync;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.lucene.util.IOUtils;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.io.Checksums;
import org.isogloss.core.io.FileErrors;
import org.isogloss.core.json.JsonFile;

/**
 * The parts of one collection that an index contains, in a file next to the index. Changes are
 * appended, one JSON object on each line, and every commit of the index records the length of the
 * file. What a killed process appended after the last commit is not read and is overwritten, so
 * that the parts always agree with the documents.
 *
 * <p>The first line describes the collection: {@code {"collection": "/srv/notes", "reading":
 * "de"}}. The others add or replace a part, {@code {"part": "a.txt", "stamp": "...", "sha256":
 * "...", "run": 7, "documents": 1, "remaining": 1}}, or remove one, {@code {"part": "a.txt",
 * "removed": true}}. A file of which most lines are out of date is written anew under another name.
 */
public final class SyncJournal {
  /** The subfolder of an index in which the journals are. */
  public static final String FOLDER = "sync";

  private static final int NAME_DIGITS = 16;
  private static final Pattern NAME = Pattern.compile("[0-9a-f]{16}-[0-9]+\\.jsonl");
  private static final int MIN_OUTDATED_LINES = 1_000;

  private final Path folder;
  private final String collection;
  private final String reading;
  private final Map<String, Long> positions;
  private final SequencedMap<String, IndexedPart> parts = new TreeMap<>();
  private final List<String> appended = new ArrayList<>();
  private String file;
  private long lines;
  private boolean readOtherwise;
  private boolean writeAnew;

  private SyncJournal(
      Path folder, String collection, String reading, Map<String, Long> positions, String file) {
    this.folder = folder;
    this.collection = collection;
    this.reading = reading;
    this.positions = new HashMap<>(positions);
    this.file = file;
  }

  /**
   * Opens the journal of a collection.
   *
   * @param index the folder of the index
   * @param collection the real path of the collection
   * @param reading what determines its documents apart from its files; if it has changed, all parts
   *     count as changed
   * @param positions the lengths of the journals by file name, as the last commit records them
   * @throws IsoglossException if the journal is missing or damaged
   */
  public static SyncJournal open(
      Path index, Path collection, String reading, Map<String, Long> positions) {
    String prefix = prefix(collection.toString());
    Optional<String> known =
        positions.keySet().stream().filter(name -> name.startsWith(prefix)).findFirst();
    SyncJournal journal =
        new SyncJournal(
            index.resolve(FOLDER),
            collection.toString(),
            reading,
            positions,
            known.orElse(prefix + "1.jsonl"));
    known.ifPresent(name -> journal.read(positions.get(name)));
    return journal;
  }

  private static String prefix(String collection) {
    return Checksums.sha256(collection).substring(0, NAME_DIGITS) + "-";
  }

  private void read(long length) {
    Path path = folder.resolve(file);
    try (BufferedReader reader = Files.newBufferedReader(path)) {
      long position = 0;
      while (position < length) {
        String line = reader.readLine();
        if (line == null) {
          throw damaged(path, "ends after " + position + " bytes, expected " + length);
        }
        position += line.getBytes(StandardCharsets.UTF_8).length + 1;
        accept(path, line);
      }
      if (position != length) {
        throw damaged(path, "has no line that ends after " + length + " bytes");
      }
    } catch (NoSuchFileException e) {
      throw damaged(path, "is missing");
    } catch (IOException e) {
      throw FileErrors.cannotRead(path, e);
    }
    writeAnew = readOtherwise || lines > 2L * parts.size() + MIN_OUTDATED_LINES;
  }

  private void accept(Path path, String line) {
    lines++;
    try {
      JsonNode entry = JsonFile.MAPPER.readTree(line);
      if (lines == 1) {
        requireCollection(path, entry);
        readOtherwise = !required(entry, "reading").asText().equals(reading);
        return;
      }
      String name = required(entry, "part").asText();
      if (entry.has("removed")) {
        parts.remove(name);
        return;
      }
      PartContent content =
          new PartContent(
              Optional.ofNullable(entry.get("stamp")).map(JsonNode::asText),
              required(entry, "sha256").asText());
      parts.put(
          name,
          new IndexedPart(
              name,
              readOtherwise ? PartContent.UNKNOWN : content,
              required(entry, "run").asLong(),
              required(entry, "documents").asLong(),
              required(entry, "remaining").asLong()));
    } catch (JsonProcessingException | IllegalArgumentException e) {
      throw damaged(path, "line " + lines + " is damaged");
    }
  }

  private void requireCollection(Path path, JsonNode header) {
    String found = required(header, "collection").asText();
    if (!found.equals(collection)) {
      throw damaged(path, "is of the collection " + found + ", expected " + collection);
    }
  }

  /** Deletes the journals of an index that has no commit. */
  public static void deleteAll(Path index) throws IOException {
    Path folder = index.resolve(FOLDER);
    if (Files.isDirectory(folder)) {
      try (Stream<Path> files = Files.list(folder)) {
        for (Path file : files.filter(SyncJournal::isJournal).toList()) {
          Files.delete(file);
        }
      }
      try {
        Files.delete(folder);
      } catch (DirectoryNotEmptyException e) {
        // The folder contains files of the user.
      }
    }
  }

  private static boolean isJournal(Path file) {
    return NAME.matcher(file.getFileName().toString()).matches();
  }

  /** The parts by name. */
  public Map<String, IndexedPart> parts() {
    return Collections.unmodifiableMap(parts);
  }

  /** Adds or replaces a part. */
  public void put(IndexedPart part) {
    parts.put(part.name(), part);
    appended.add(json(part));
  }

  /** Removes a part. */
  public void remove(String name) {
    parts.remove(name);
    ObjectNode removed = JsonFile.MAPPER.createObjectNode();
    removed.put("part", name).put("removed", true);
    appended.add(removed.toString());
  }

  private static String json(IndexedPart part) {
    ObjectNode entry = JsonFile.MAPPER.createObjectNode();
    entry.put("part", part.name());
    part.content().stamp().ifPresent(stamp -> entry.put("stamp", stamp));
    entry
        .put("sha256", part.content().checksum())
        .put("run", part.run())
        .put("documents", part.documents())
        .put("remaining", part.remaining());
    return entry.toString();
  }

  private String header() {
    ObjectNode header = JsonFile.MAPPER.createObjectNode();
    return header.put("collection", collection).put("reading", reading).toString();
  }

  /** Whether there are changes that were not written. */
  public boolean hasChanges() {
    return writeAnew || !appended.isEmpty();
  }

  /**
   * Makes the changes durable.
   *
   * @return the lengths of all journals of the index, which the next commit must record
   * @throws IsoglossException if the file cannot be written
   */
  public Map<String, Long> write() {
    if (writeAnew) {
      positions.remove(file);
      file = successor();
      appended.clear();
      parts.values().forEach(part -> appended.add(json(part)));
      writeAnew = false;
    }
    if (!appended.isEmpty() || !positions.containsKey(file)) {
      positions.put(file, append(positions.getOrDefault(file, 0L)));
      appended.clear();
    }
    return Map.copyOf(positions);
  }

  /** The name of the next file of this collection. */
  private String successor() {
    int number = Integer.parseInt(file.substring(NAME_DIGITS + 1, file.indexOf('.')));
    return file.substring(0, NAME_DIGITS + 1) + (number + 1) + ".jsonl";
  }

  private long append(long position) {
    StringBuilder text = new StringBuilder();
    if (position == 0) {
      text.append(header()).append('\n');
    }
    appended.forEach(line -> text.append(line).append('\n'));
    ByteBuffer bytes = StandardCharsets.UTF_8.encode(text.toString());
    long end = position + bytes.remaining();
    Path path = folder.resolve(file);
    try {
      Files.createDirectories(folder);
      try (FileChannel channel =
          FileChannel.open(path, StandardOpenOption.WRITE, StandardOpenOption.CREATE)) {
        channel.truncate(position);
        while (bytes.hasRemaining()) {
          channel.write(bytes, end - bytes.remaining());
        }
        channel.force(true);
      }
      IOUtils.fsync(folder, /* isDir= */ true);
      return end;
    } catch (IOException e) {
      throw FileErrors.cannotWrite(path, e);
    }
  }

  /** Deletes files that no commit refers to. To be called after a commit. */
  public void deleteUnreferenced() {
    try (Stream<Path> files = Files.list(folder)) {
      for (Path found : files.toList()) {
        if (isJournal(found) && !positions.containsKey(found.getFileName().toString())) {
          Files.delete(found);
        }
      }
    } catch (IOException e) {
      throw FileErrors.cannotWrite(folder, e);
    }
  }

  private static JsonNode required(JsonNode entry, String key) {
    return Optional.ofNullable(entry.get(key)).orElseThrow(IllegalArgumentException::new);
  }

  private static IsoglossException damaged(Path path, String problem) {
    return new IsoglossException(
        path
            + ": "
            + problem
            + ", so that it is not known which files the index contains; index the collection into"
            + " another folder");
  }
}
