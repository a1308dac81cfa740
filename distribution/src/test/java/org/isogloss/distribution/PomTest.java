// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/** The POMs have what Maven Central demands, and the sources their licence header. */
class PomTest {
  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();

  /** A POM and those that it inherits from, the nearest first. */
  private record Pom(Path file, List<Element> lineage) {
    static Pom read(Path folder) {
      Path file = folder.resolve("pom.xml");
      List<Element> lineage = new ArrayList<>();
      Optional<Path> next = Optional.of(file);
      while (next.isPresent()) {
        Element project = parse(next.get());
        lineage.add(project);
        Path current = next.get();
        next =
            child(project, "parent")
                .flatMap(parent -> child(parent, "relativePath"))
                .map(path -> current.resolveSibling(path.getTextContent()).resolve("pom.xml"));
      }
      return new Pom(file, List.copyOf(lineage));
    }

    private static Element parse(Path file) {
      try {
        return DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(file.toFile())
            .getDocumentElement();
      } catch (IOException | SAXException | ParserConfigurationException e) {
        throw new AssertionError(file + " is not XML", e);
      }
    }

    private static Optional<Element> child(Element parent, String name) {
      for (Node node = parent.getFirstChild(); node != null; node = node.getNextSibling()) {
        if (node instanceof Element element && element.getTagName().equals(name)) {
          return Optional.of(element);
        }
      }
      return Optional.empty();
    }

    /** The text at a path of elements in the project itself; empty without it. */
    String own(String... path) {
      return text(lineage.get(0), path).orElse("");
    }

    /** The text at a path of elements whose first may be inherited; empty without it. */
    String effective(String... path) {
      return lineage.stream()
          .filter(project -> child(project, path[0]).isPresent())
          .findFirst()
          .flatMap(project -> text(project, path))
          .orElse("");
    }

    /** The version of an artifact in the dependency management of the project itself. */
    String managedVersion(String artifact) {
      Element dependencies =
          child(lineage.get(0), "dependencyManagement")
              .flatMap(management -> child(management, "dependencies"))
              .orElseThrow();
      NodeList all = dependencies.getElementsByTagName("dependency");
      return IntStream.range(0, all.getLength())
          .mapToObj(i -> (Element) all.item(i))
          .filter(dependency -> text(dependency, "artifactId").orElseThrow().equals(artifact))
          .findFirst()
          .flatMap(dependency -> text(dependency, "version"))
          .orElse("");
    }

    private static Optional<String> text(Element from, String... path) {
      Optional<Element> found = Optional.of(from);
      for (String name : path) {
        found = found.flatMap(element -> child(element, name));
      }
      return found.map(element -> element.getTextContent().strip());
    }
  }

  static Stream<Path> projects() {
    return Stream.concat(Stream.of(ROOT), modules().stream().map(ROOT::resolve));
  }

  private static List<String> modules() {
    return Pom.read(ROOT).effective("modules").lines().map(String::strip).toList();
  }

  @ParameterizedTest
  @MethodSource("projects")
  void hasTheMetadataThatMavenCentralDemands(Path folder) {
    Pom pom = Pom.read(folder);
    assertThat(pom.own("artifactId")).startsWith("isogloss");
    assertThat(pom.own("name")).as("name of its own").isNotEmpty();
    assertThat(pom.own("description")).as("description of its own").isNotEmpty();
    assertThat(pom.effective("url")).startsWith("https://");
    assertThat(pom.effective("licenses", "license", "name")).isNotEmpty();
    assertThat(pom.effective("licenses", "license", "url")).startsWith("https://");
    assertThat(pom.effective("developers", "developer", "name")).isNotEmpty();
    assertThat(pom.effective("scm", "connection")).startsWith("scm:git:https://");
    assertThat(pom.effective("scm", "developerConnection")).startsWith("scm:git:");
    assertThat(pom.effective("scm", "url")).startsWith("https://");
  }

  @ParameterizedTest
  @MethodSource("projects")
  void hasTheVersionOfTheRoot(Path folder) {
    Pom pom = Pom.read(folder);
    String version =
        pom.own("parent", "version").isEmpty() ? pom.own("version") : pom.own("parent", "version");
    assertThat(version).isEqualTo(Pom.read(ROOT).own("version")).isNotEmpty();
  }

  /** The version of a model stands in its POM, in a property of the root, and in the BOM. */
  @ParameterizedTest
  @MethodSource("models")
  void hasOneVersionWhereverAModelIsNamed(Path folder) {
    Pom model = Pom.read(folder);
    String artifact = model.own("artifactId");
    assertThat(model.own("version"))
        .isNotEmpty()
        .isEqualTo(Pom.read(ROOT).own("properties", artifact + ".version"))
        .isEqualTo(Pom.read(ROOT.resolve("bom")).managedVersion(artifact));
  }

  static Stream<Path> models() {
    return modules().stream().filter(module -> module.startsWith("models/")).map(ROOT::resolve);
  }

  @Test
  void everyFolderWithAPomIsAModule() throws IOException {
    try (Stream<Path> files = Files.walk(ROOT, 3)) {
      List<String> found =
          files
              .filter(file -> file.endsWith("pom.xml") && !file.getParent().equals(ROOT))
              .map(file -> ROOT.relativize(file.getParent()).toString().replace('\\', '/'))
              .filter(folder -> !folder.contains("target"))
              .toList();
      assertThat(modules()).containsExactlyInAnyOrderElementsOf(found);
    }
  }

  /** Spotless adds the header, except to descriptions of packages and modules. */
  @ParameterizedTest
  @MethodSource("projects")
  void everySourceHasALicenceHeader(Path folder) throws IOException {
    if (!Files.isDirectory(folder.resolve("src"))) {
      return;
    }
    try (Stream<Path> files = Files.walk(folder.resolve("src"))) {
      assertThat(files.filter(file -> file.toString().endsWith(".java")))
          .allSatisfy(
              file ->
                  assertThat(Files.readString(file))
                      .startsWith(
                          """
                          // SPDX-License-Identifier: Apache-2.0
                          // Copyright the Isogloss authors
                          """));
    }
  }
}
