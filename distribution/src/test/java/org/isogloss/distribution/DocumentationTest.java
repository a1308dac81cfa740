// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Compares the pages of {@code docs} with the sources that they describe, and with each other. */
class DocumentationTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Path DOCS = ROOT.resolve("docs");

  private static final Pattern CODE_BLOCK =
      Pattern.compile("^ *```.*?^ *```", Pattern.MULTILINE | Pattern.DOTALL);

  private static final Pattern HEADING = Pattern.compile("^#+ +(.*)$", Pattern.MULTILINE);
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
  private static final Pattern ARROWS =
      Pattern.compile("^  ([\\w-]+) --> (.+)$", Pattern.MULTILINE);
  private static final Pattern MODULE = Pattern.compile("module (org\\.isogloss[\\w.]*)");

  private static final Pattern MESSAGES = Pattern.compile("^\\| (`.*?) \\| ", Pattern.MULTILINE);
  private static final Pattern CODE = Pattern.compile("`([^`]+)`");

  private static final Pattern MODULE_OF_POM = Pattern.compile("<module>([^<]+)</module>");

  private static final Pattern REQUIRES =
      Pattern.compile("requires (?:transitive )?(org\\.isogloss[\\w.]*);");

  /** Modules that no other one uses and that are no part of an application. */
  private static final Set<String> NOT_IN_THE_PICTURE = Set.of("examples");

  @Test
  void linksLeadToFilesAndHeadings() throws IOException {
    List<String> broken = new ArrayList<>();
    List<Path> pages = pages();
    pages.add(ROOT.resolve("README.md"));
    pages.add(ROOT.resolve("CONTRIBUTING.md"));
    for (Path page : pages) {
      for (MatchResult link : LINK.matcher(prose(page)).results().toList()) {
        if (!link.group(1).matches("(https?|mailto):.*") && !leadsSomewhere(page, link.group(1))) {
          broken.add(ROOT.relativize(page) + ": " + link.group(1));
        }
      }
    }
    assertThat(broken).isEmpty();
  }

  @Test
  void pictureOfModulesShowsWhatTheirDescriptorsRequire() throws IOException {
    Map<String, Set<String>> required = requiredModules();
    Map<String, Set<String>> direct = new TreeMap<>();
    required.forEach((module, others) -> direct.put(module, withoutImplied(others, required)));
    direct.values().removeIf(Set::isEmpty);

    Map<String, Set<String>> drawn = new TreeMap<>();
    ARROWS
        .matcher(Files.readString(DOCS.resolve("architecture.md")))
        .results()
        .forEach(
            arrow ->
                drawn.put(arrow.group(1), new TreeSet<>(List.of(arrow.group(2).split(" & ")))));

    assertThat(drawn).isEqualTo(direct);
  }

  /** A message may be quoted in part, with {@code ...} for what differs. */
  @Test
  void troubleshootingQuotesMessagesOfTheSources() throws IOException {
    List<String> sources = new ArrayList<>();
    sources.add(Files.readString(ROOT.resolve("isogloss")));
    sources.add(Files.readString(ROOT.resolve("distribution/src/main/bin/isogloss")));
    for (Path source : sources(".java")) {
      sources.add(withWholeStrings(Files.readString(source)));
    }
    List<String> unknown = new ArrayList<>();
    int quoted = 0;
    String page = Files.readString(DOCS.resolve("guide/troubleshooting.md"));
    for (MatchResult row : MESSAGES.matcher(page).results().toList()) {
      for (MatchResult message : CODE.matcher(row.group(1)).results().toList()) {
        List<String> parts = List.of(message.group(1).split("\\.\\.\\."));
        if (sources.stream().noneMatch(source -> parts.stream().allMatch(source::contains))) {
          unknown.add(message.group(1));
        }
        quoted++;
      }
    }
    assertThat(unknown).isEmpty();
    assertThat(quoted).isGreaterThan(200);
  }

  /** Joins strings that continue on the next line. */
  private static String withWholeStrings(String source) {
    return source.replaceAll("\"\\s*\\+\\s*\"", "").replace("\\\"", "\"");
  }

  private static boolean leadsSomewhere(Path page, String link) throws IOException {
    int hash = link.indexOf('#');
    String file = hash < 0 ? link : link.substring(0, hash);
    Path target = file.isEmpty() ? page : page.resolveSibling(file).normalize();
    if (!Files.exists(target)) {
      return false;
    }
    return hash < 0
        || !target.toString().endsWith(".md")
        || anchors(target).contains(link.substring(hash + 1));
  }

  /** The anchors of the headings of a page, as GitHub forms them. */
  private static Set<String> anchors(Path page) throws IOException {
    return HEADING
        .matcher(prose(page))
        .results()
        .map(heading -> heading.group(1).replaceAll("\\[([^]]*)]\\([^)]*\\)", "$1"))
        .map(text -> text.strip().toLowerCase(Locale.ROOT))
        .map(text -> text.replaceAll("[^\\p{L}\\p{N}_\\- ]", "").replace(' ', '-'))
        .collect(Collectors.toSet());
  }

  private static String prose(Path page) throws IOException {
    return CODE_BLOCK.matcher(Files.readString(page)).replaceAll("");
  }

  private static List<Path> pages() throws IOException {
    try (Stream<Path> files = Files.walk(DOCS)) {
      return files
          .filter(file -> file.toString().endsWith(".md"))
          .sorted()
          .collect(Collectors.toCollection(ArrayList::new));
    }
  }

  /** The modules of Isogloss that each module requires, all by the names of their folders. */
  private static Map<String, Set<String>> requiredModules() throws IOException {
    Map<String, String> folders = new TreeMap<>();
    Map<String, String> descriptors = new TreeMap<>();
    for (Path descriptor : sources("module-info.java")) {
      String text = Files.readString(descriptor);
      String folder = ROOT.relativize(descriptor).toString().replaceFirst(".src.main.*", "");
      String name = Path.of(folder).getFileName().toString();
      if (!NOT_IN_THE_PICTURE.contains(name)) {
        folders.put(first(MODULE, text), name);
        descriptors.put(name, text);
      }
    }
    Map<String, Set<String>> required = new TreeMap<>();
    descriptors.forEach(
        (name, text) ->
            required.put(
                name,
                REQUIRES
                    .matcher(text)
                    .results()
                    .map(module -> folders.get(module.group(1)))
                    .collect(Collectors.toCollection(TreeSet::new))));
    return required;
  }

  private static Set<String> withoutImplied(
      Set<String> modules, Map<String, Set<String>> required) {
    Set<String> remaining = new TreeSet<>(modules);
    for (String module : modules) {
      remaining.removeAll(reachable(required.get(module), required));
    }
    return remaining;
  }

  private static Set<String> reachable(Set<String> modules, Map<String, Set<String>> required) {
    Set<String> reached = new HashSet<>(modules);
    modules.forEach(module -> reached.addAll(reachable(required.get(module), required)));
    return reached;
  }

  private static String first(Pattern pattern, String text) {
    return pattern.matcher(text).results().findFirst().orElseThrow().group(1);
  }

  /** The main sources of all modules whose names have an ending. */
  private static List<Path> sources(String ending) throws IOException {
    List<Path> sources = new ArrayList<>();
    String pom = Files.readString(ROOT.resolve("pom.xml"));
    for (MatchResult module : MODULE_OF_POM.matcher(pom).results().toList()) {
      Path folder = ROOT.resolve(module.group(1)).resolve("src/main/java");
      if (Files.exists(folder)) {
        try (Stream<Path> files = Files.walk(folder)) {
          files.filter(file -> file.toString().endsWith(ending)).forEach(sources::add);
        }
      }
    }
    return sources;
  }
}
