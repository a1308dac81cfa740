package org.isogloss.neural;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.isogloss.core.IsoglossException;
import org.isogloss.model.Source;

/** The files that a training reads, with their checksums. */
final class TrainingSources {
  private static final String BASE = "base";
  private static final String BITEXT = "bitext";
  private static final String DOCUMENTATION = "documentation";

  /** What recipes call the parts of what they read. */
  static final List<String> PARTS = List.of(BASE, BITEXT, DOCUMENTATION);

  private TrainingSources() {}

  static List<Source> of(StaticRecipe recipe) {
    List<Source> sources = new ArrayList<>();
    String licence = licence(recipe, BASE);
    for (String name : List.of("vocab.txt", "model.safetensors")) {
      sources.add(source(BASE + '/' + name, recipe.model().base().resolve(name), licence));
    }
    recipe.data().bitext().ifPresent(folder -> add(sources, recipe, BITEXT, folder));
    recipe.data().documentation().ifPresent(folder -> add(sources, recipe, DOCUMENTATION, folder));
    return List.copyOf(sources);
  }

  private static String licence(StaticRecipe recipe, String part) {
    return recipe.licences().getOrDefault(part, "");
  }

  private static void add(List<Source> sources, StaticRecipe recipe, String part, Path folder) {
    String licence = licence(recipe, part);
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".tsv.gz")).sorted().toList()) {
        sources.add(source(part + '/' + file.getFileName(), file, licence));
      }
    } catch (IOException e) {
      throw new IsoglossException(folder + ": cannot be listed: " + e.getMessage(), e);
    }
  }

  private static Source source(String name, Path file, String licence) {
    MessageDigest digest = sha256();
    try (InputStream in = new DigestInputStream(Files.newInputStream(file), digest)) {
      in.transferTo(OutputStream.nullOutputStream());
    } catch (IOException e) {
      throw new IsoglossException(file + ": cannot be read: " + e.getMessage(), e);
    }
    return new Source(name, HexFormat.of().formatHex(digest.digest()), licence);
  }

  static String sha256(String text) {
    return HexFormat.of().formatHex(sha256().digest(text.getBytes(StandardCharsets.UTF_8)));
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java platform must support SHA-256", e);
    }
  }
}
