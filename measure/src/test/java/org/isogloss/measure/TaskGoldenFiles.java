// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What reference programs compute; the resource folder {@code task} describes them. */
public final class TaskGoldenFiles {
  private static final ObjectMapper JSON = new ObjectMapper();

  private TaskGoldenFiles() {}

  /** Reads the objects of a file, one on each line. */
  public static List<JsonNode> read(String name) {
    try {
      List<JsonNode> objects = new ArrayList<>();
      for (String line :
          Files.readAllLines(Path.of(TaskGoldenFiles.class.getResource("task/" + name).toURI()))) {
        objects.add(JSON.readTree(line));
      }
      return objects;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Reads an array of strings. */
  public static List<String> strings(JsonNode array) {
    List<String> strings = new ArrayList<>();
    array.forEach(one -> strings.add(one.textValue()));
    return strings;
  }

  /** Reads an array of numbers. */
  public static double[] numbers(JsonNode array) {
    double[] numbers = new double[array.size()];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = array.get(i).doubleValue();
    }
    return numbers;
  }
}
