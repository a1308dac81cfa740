// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** A folder of text files and of JSONL files with common ids, which is changed at random. */
final class ChangingFolder {
  private final Path folder;
  private final Random random;
  private int number;

  ChangingFolder(Path folder, Random random) throws IOException {
    this.folder = folder;
    this.random = random;
    Files.createDirectories(folder);
    write(folder.resolve("always.jsonl"));
  }

  /** Creates, changes, moves and deletes some files. */
  void change() throws IOException {
    for (int i = 1 + random.nextInt(6); i > 0; i--) {
      List<Path> files = files();
      Path file = files.get(random.nextInt(files.size()));
      boolean keep = file.endsWith("always.jsonl");
      switch (random.nextInt(5)) {
        case 0 -> Files.move(file, keep ? file : newFile(extension(file)));
        case 1 -> {
          if (!keep) {
            Files.delete(file);
          }
        }
        case 2 -> write(file);
        default -> write(newFile(random.nextBoolean() ? ".txt" : ".jsonl"));
      }
    }
  }

  private static String extension(Path file) {
    String name = file.getFileName().toString();
    return name.substring(name.lastIndexOf('.'));
  }

  private Path newFile(String extension) throws IOException {
    Path below = folder.resolve("folder" + random.nextInt(3));
    Files.createDirectories(below);
    return below.resolve("file" + random.nextInt(10) + "-" + number++ + extension);
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> found = Files.walk(folder)) {
      return found.filter(Files::isRegularFile).sorted().toList();
    }
  }

  private void write(Path file) throws IOException {
    StringBuilder text = new StringBuilder();
    boolean lines = extension(file).equals(".jsonl");
    for (int i = 1 + random.nextInt(8); i > 0; i--) {
      int id = random.nextInt(12);
      String sentence = "Version " + number++ + " of this text.";
      text.append(
          lines
              ? "{\"id\": \"d%d\", \"language\": \"en\", \"text\": \"%s\"}%n"
                  .formatted(id, sentence)
              : sentence + "\n");
    }
    if (random.nextInt(6) == 0) {
      text.append(lines ? "{\"id\": \n" : "");
    }
    Files.writeString(file, text);
  }
}
