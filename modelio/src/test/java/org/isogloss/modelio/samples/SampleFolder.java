// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.samples;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.isogloss.modelio.samples.SampleEncoder.Golden;
import org.isogloss.modelio.samples.SampleEncoder.Row;

/**
 * A folder of the test resources with a model and what Python computes with it.
 *
 * @param resource its name, relative to this package
 */
record SampleFolder(String resource) {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  /** Copies those of the files that exist to a folder. */
  Path copyTo(Path folder, List<String> files) {
    for (String file : files) {
      try (InputStream in = open(file)) {
        if (in != null) {
          Path target = folder.resolve(file);
          Files.createDirectories(target.getParent());
          Files.copy(in, target);
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return folder;
  }

  private InputStream open(String file) {
    return SampleFolder.class.getResourceAsStream(resource + "/" + file);
  }

  /** Returns what Python computes. */
  JsonNode json() {
    try (InputStream in = open("golden.json")) {
      return MAPPER.readTree(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  List<String> texts() {
    return List.of(MAPPER.convertValue(json().get("texts"), String[].class));
  }

  float[][] matrix(String key) {
    return MAPPER.convertValue(json().get(key), float[][].class);
  }

  Golden golden() {
    JsonNode json = json();
    Map<String, List<Row>> padded = new TreeMap<>();
    json.get("padded")
        .properties()
        .forEach(side -> padded.put(side.getKey(), rows(side.getValue())));
    return new Golden(
        texts(),
        MAPPER.convertValue(json.get("ids"), int[][].class),
        matrix("query"),
        matrix("passage"),
        rows(json.get("rows")),
        padded);
  }

  private static List<Row> rows(JsonNode array) {
    List<Row> rows = new ArrayList<>();
    for (JsonNode row : array) {
      rows.add(
          new Row(
              row.get("length").asInt(),
              MAPPER.convertValue(row.get("first"), float[].class),
              MAPPER.convertValue(row.get("last"), float[].class),
              MAPPER.convertValue(row.get("mean"), float[].class)));
    }
    return rows;
  }
}
